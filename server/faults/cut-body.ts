import { concerns, forEach, NARROWED } from './asked.ts';
import { broken } from './breaking.ts';
import { choice, faultKind, whole } from './kind.ts';

export const cutBody = faultKind({
  name: 'cut-body',
  title: 'Answer cut off',
  group: 'http',
  breaks:
    'The connection breaks in the middle of an answer. The server has done what was asked; the client has half a message.',
  look: 'The exchange ends with an error and with the bytes that did come; nothing may be read out of half a message.',
  parameters: {
    method: choice('Which requests', 'tasks/get', NARROWED),
    every: whole('Every how many of them', 2, 1, 1000),
    percent: whole('How much of it comes, percent', 50, 0, 99),
  },
  make: ({ method, every, percent }) => {
    let count = 0;
    return {
      wrapFetch: forEach(async (asked, request, inner) => {
        const response = await inner(request);
        const isJson = response.headers.get('Content-Type')?.startsWith('application/json') === true;
        if (!isJson || !concerns(asked, method)) return response;
        count += 1;
        if (count % every !== 0) return response;
        const bytes = new Uint8Array(await response.arrayBuffer());
        return broken(response, bytes.slice(0, Math.floor((bytes.length * percent) / 100)));
      }),
    };
  },
});
