import { isObject, parseJson } from '../protocol/json.ts';
import { eventOf, withBody } from './answers.ts';
import { concerns, forEach, NARROWED } from './asked.ts';
import { choice, faultKind } from './kind.ts';

export const duplicateAnswers = faultKind({
  name: 'duplicate-answers',
  title: 'The same answer twice',
  group: 'http',
  breaks:
    'A stream brings the answer to one request twice. A client that takes both does twice what was to be done once.',
  look: 'Two frames with one id in the exchange: the first one counts, the second is told as one too many.',
  parameters: { method: choice('Which requests', 'tasks/get', NARROWED) },
  make: ({ method }) => ({
    wrapFetch: forEach(async (asked, request, inner) => {
      const response = await inner(request);
      const isJson = response.headers.get('Content-Type')?.startsWith('application/json') === true;
      if (!isJson || response.status !== 200 || !concerns(asked, method)) return response;
      const text = await response.text();
      const parsed = parseJson(text);
      if (!parsed.ok || !isObject(parsed.value)) return withBody(response, text);
      const event = new TextDecoder().decode(eventOf(parsed.value));
      const twice = withBody(response, event + event);
      twice.headers.set('Content-Type', 'text/event-stream');
      return twice;
    }),
  }),
});
