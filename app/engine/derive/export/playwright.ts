import type { LogEvent } from '../../../../server/protocol/recording.ts';
import { KEY_SOURCE, replayed, scriptJson } from './replay.ts';

/**
 * A recording as a Playwright spec: \`replay(page)\` makes a page get the recorded answers, and a test asks for each of them from a page,
 * so that the spec is green as it is and a place to begin from.
 */
export function toPlaywright(events: readonly LogEvent[]): string {
  return `// A recording of MCP traffic, exported by Taskscope, as a Playwright spec.
// replay(page) answers the recorded endpoints from here: nothing goes out. Call it before your own page is opened.
// An answer is found by the method and params of the request. Secrets are placeholders.
import { expect, test } from '@playwright/test';

const RECORDED = ${scriptJson(replayed(events))};

${KEY_SOURCE}
export async function replay(page) {
  for (const { url, answers } of RECORDED) {
    const play = player(answers);
    const recorded = new URL(url).href;
    // By the whole address: as a pattern, "*", "?" and "{" in it would mean something else.
    await page.route((asked) => asked.href === recorded, async (route) => {
      const answer = play(route.request().postData() ?? '');
      const cors = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': '*' };
      if (answer === undefined)
        await route.fulfill({ status: 501, headers: cors, body: 'The recording has no answer to this request.' });
      else
        await route.fulfill({ status: answer.status, headers: { ...cors, 'Content-Type': answer.type }, body: answer.body });
    });
  }
}

for (const { url, answers } of RECORDED)
  test('replays ' + url, async ({ page }) => {
    await replay(page);
    const blank = new URL('/taskscope-replay', url).href;
    await page.route((asked) => asked.href === blank, (route) => route.fulfill({ contentType: 'text/html', body: '<title>Replay</title>' }));
    await page.goto(blank);
    for (const { sent, status, body } of answers) {
      const got = await page.evaluate(
        async ([to, text]) => {
          const headers = { 'Content-Type': 'application/json' };
          const response = await fetch(to, { method: 'POST', headers, body: text });
          return { status: response.status, body: await response.text() };
        },
        [url, sent],
      );
      expect(got, sent).toEqual({ status, body });
    }
  });
`;
}
