import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { arch, cpus, loadavg, platform, totalmem } from 'node:os';

export const TITLE = '# Speed of the page';

/** What another bench has written into the document, to be put back by the one that writes it anew. */
export function kept(file) {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const at = text.indexOf(`${TITLE}\n`);
  return at < 0 ? '' : text.slice(at);
}

/** Writes the section of the page, and leaves the rest as it is. */
export function section(file, figures, notes) {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const at = text.indexOf(`${TITLE}\n`);
  const before = at < 0 ? `${text.trimEnd()}\n\n` : text.slice(0, at);
  const rows = figures.map(
    ({ what, unit, most, value, met }) =>
      `| ${what} | at most ${most} ${unit} | ${value.toFixed(2)} | ${met ? 'met' : '**missed**'} |`,
  );
  const missed = figures.filter(({ met }) => !met);
  writeFileSync(
    file,
    `${before}${TITLE}

Written by \`npm run bench:ui\`: the built product in Chromium without a window, drawn in software. What is compared is measured in the same
run.

Machine: ${cpus().length} processors (${cpus()[0]?.model.trim() ?? 'unknown'}), ${(totalmem() / 1024 ** 3).toFixed(0)} GB, ${platform()} ${arch()}. Load after the run: ${loadavg()
      .map((one) => one.toFixed(1))
      .join(', ')} (1, 5 and 15 minutes).

| What | Promise | Measured | |
| --- | --- | --- | --- |
${rows.join('\n')}

${missed.length === 0 ? 'All promises measured here are met.' : `Missed, and why:\n\n${missed.map(({ what, why }) => `- ${what}: ${why}`).join('\n')}`}

${notes.map((note) => `- ${note}`).join('\n')}
- Not measured yet: bursts of 30,000 messages a second, 1,000,000 messages imported, an hour at 20 messages a second, 1,000 tasks of 50
  observations panned and zoomed, 5,000 polls at an interval of 50 ms.
`,
  );
}
