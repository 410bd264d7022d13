import type { LogEvent } from '../../../../server/protocol/recording.ts';
import { KEY_SOURCE, replayed, scriptJson } from './replay.ts';

/**
 * A recording as a module of handlers for Mock Service Worker 2: `handlers` answers every endpoint as it was recorded. What was never
 * asked gets 501 and says so; nothing goes out.
 */
export function toMsw(events: readonly LogEvent[]): string {
  return `// A recording of MCP traffic, exported by Taskscope, as handlers for Mock Service Worker 2:
//   setupServer(...handlers) in Node, setupWorker(...handlers) in a page.
// An answer is found by the method and params of the request. Secrets are placeholders.
import { HttpResponse, http } from 'msw';

const RECORDED = ${scriptJson(replayed(events))};

${KEY_SOURCE}
export const handlers = RECORDED.map(({ url, answers }) => {
  const play = player(answers);
  const recorded = new URL(url).href;
  // By the whole address: as a pattern, "*", "?", ":" and "(" in it would mean something else.
  return http.post(/^https?:/, async ({ request }) => {
    if (new URL(request.url).href !== recorded) return undefined;
    const answer = play(await request.text());
    if (answer === undefined)
      return HttpResponse.text('The recording has no answer to this request.', { status: 501 });
    const empty = [101, 204, 205, 304].includes(answer.status);
    return new HttpResponse(empty ? null : answer.body, { status: answer.status, headers: { 'Content-Type': answer.type } });
  });
});
`;
}
