// Judges what the official suite wrote. Its exit code is not enough: failing tasks scenarios end with 0, and a scenario without
// any check passes.

/** How many scenarios of each group the pinned suite has. Fewer would be a gap that nobody sees. */
export const EXPECTED = { required: 37, tasks: 10, pending: 3 };
export const EXPECTED_OF_CLIENTS = { required: 32, extension: 3, later: 1 };

/** Scenarios of clients that nobody asks of us: sender-constrained tokens and workload identity. The suite never scores them. */
export const NOT_OURS = ['auth/dpop', 'auth/dpop-nonce', 'auth/wif-jwt-bearer'];

/** Skipped by the suite itself, always: its notifications are covered by our own protocol tests (subscriptions.suite.ts). */
export const NEVER_RUN = 'tasks-status-notifications';

/** The names below a heading of what `list --requirements` prints. */
function namesIn(text) {
  const lines = text.split('\n');
  return (heading) => {
    const after = lines.slice(lines.findIndex((line) => line.startsWith(heading)) + 1);
    const end = after.findIndex((line) => !/^ +- /.test(line));
    return after.slice(0, end).map((line) => line.replace(/^ +- /, '').trim());
  };
}

/** Those that are marked with a side, without the mark. */
function ofSide(names, side) {
  const mark = ` [${side}]`;
  return names.filter((name) => name.endsWith(mark)).map((name) => name.slice(0, -mark.length));
}

/** The server scenarios that `list --requirements` prints, by group. */
export function readList(text) {
  const names = namesIn(text);
  return {
    required: names('Server scenarios'),
    tasks: ofSide(names('  extension '), 'server').filter((name) => name.startsWith('tasks-')),
    pending: ofSide(names('  pending '), 'server'),
  };
}

/** The client scenarios that it prints, by group, without those that are not ours. */
export function readClientList(text) {
  const names = namesIn(text);
  return {
    required: names('Client scenarios'),
    extension: ofSide(names('  extension '), 'client').filter((name) => !NOT_OURS.includes(name)),
    later: ofSide(names('  added-after-release '), 'client'),
  };
}

/** Messages quote whole responses: this much of one is shown, the rest is in .cache/official. */
const LONGEST_REASON = 300;

function reasonOf({ id, errorMessage = 'no reason given' }) {
  const long = errorMessage.length > LONGEST_REASON;
  return `${id}: ${long ? `${errorMessage.slice(0, LONGEST_REASON)} … (whole in .cache/official)` : errorMessage}`;
}

/** Why a scenario did not pass, or undefined where it did. `checks` is undefined where it wrote none. */
export function problemOf(name, checks) {
  if (checks === undefined) return 'it did not run: there is no checks.json';
  if (checks.length === 0) return 'it made no check at all';
  const bad = checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING');
  if (bad.length > 0) return bad.map(reasonOf).join('\n      ');
  if (!checks.some(({ status }) => status === 'SUCCESS') && name !== NEVER_RUN) return 'no check succeeded';
  return undefined;
}

/**
 * @param listed scenario names by group
 * @param checksOf name -> checks of that scenario, or undefined
 * @returns what to print, and how many scenarios passed and failed
 */
export function judgeSuite(listed, checksOf, expected = EXPECTED) {
  const lines = [];
  const statuses = new Map();
  let passed = 0;
  let failed = 0;
  for (const [group, names] of Object.entries(listed)) {
    const before = passed;
    if (names.length !== expected[group]) {
      failed += 1;
      lines.push(`  ✗ the suite lists ${names.length} ${group} scenarios, not ${expected[group]}`);
    }
    for (const name of names) {
      const checks = checksOf(name);
      for (const { status } of checks ?? []) statuses.set(status, (statuses.get(status) ?? 0) + 1);
      const problem = problemOf(name, checks);
      if (problem === undefined) passed += 1;
      else {
        failed += 1;
        lines.push(`  ✗ ${name}\n      ${problem}`);
      }
    }
    lines.push(`${group}: ${passed - before} of ${names.length} scenarios`);
  }
  const counted = [...statuses].map(([status, n]) => `${n} ${status}`).join(', ');
  lines.push(`checks: ${[...statuses.values()].reduce((a, b) => a + b, 0)} (${counted || 'none'})`);
  return { lines, passed, failed };
}
