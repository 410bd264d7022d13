// Reads test runners' JSON reports into { passed, failed, skipped }.

/** Vitest's report. A file that did not load has no tests in it and counts as one failure. */
export function countVitest(report) {
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** Playwright's report. A flaky test counts as failed: nothing is tried twice here. */
export function countPlaywright(report) {
  const { expected, unexpected, flaky, skipped } = report.stats;
  const outside = report.errors.length > 0 && unexpected + flaky === 0 ? 1 : 0;
  return { passed: expected, failed: unexpected + flaky + outside, skipped };
}

/** A runner that ended badly, or ran nothing, has failed, whatever it counted. */
export function judge(counts, exitCode) {
  const bad = exitCode !== 0 || counts.passed + counts.failed === 0;
  return bad && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

export function sum(all) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const counts of all) for (const key of Object.keys(total)) total[key] += counts[key];
  return total;
}

export function closingLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
