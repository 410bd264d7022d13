import { readElicitResult } from '../protocol/inputs.ts';
import { META } from '../protocol/meta.ts';
import { ask, cancelled, done, durable, next } from '../tasks/durable.ts';
import { text } from '../tasks/result.ts';
import type { Tool } from '../tasks/tool.ts';

/** Carries no id, key or person: whoever sees it can do nothing with it. The domain is reserved and leads nowhere (RFC 2606). */
const CONNECT_URL = 'https://accounts.example/connect?to=taskscope-demo';

/**
 * Asks in URL mode: what is sensitive goes past the client, to a page of the server's. `accept` only says that the person agreed
 * to open it, so the task works on until the account is there (core `elicitation`, "URL Mode Elicitation Requests").
 *
 * The question also carries the related-task metadata that ties it to its task (R83), for clients that take questions from
 * several tasks into one list. It is on this tool's inputRequests alone.
 */
const work = durable({
  version: 1,
  onCancel: 'at-once',
  begin: () => ({ step: 'invite', state: null, afterMs: 1000, message: 'Preparing the connection.' }),
  steps: {
    invite: ({ taskId }) => {
      const request = {
        method: 'elicitation/create',
        params: {
          _meta: { [META.relatedTask]: { taskId } },
          mode: 'url',
          message: 'Connect your account on the page of the demo bank.',
          url: CONNECT_URL,
        },
      };
      return ask({ connect: request }, 'agreed', null, 'Waiting for consent to open a page.');
    },
    agreed: ({ answers }) =>
      readElicitResult(answers.connect)?.action === 'accept'
        ? next('connected', null, 2000, 'Waiting for the account to be connected on that page.')
        : cancelled('The account was not connected.'),
    connected: () => done(text('The account is connected.', { connected: true }), 'Account connected.'),
  },
});

/** URL mode has to be declared: a client that knows forms only could do nothing with it (docs/decisions/0009-questions-of-tasks.md). */
export const connectAccount: Tool = {
  definition: {
    name: 'connect_account',
    title: 'Connect an account',
    description:
      'Asks in URL mode: you would open a page elsewhere, and nothing secret passes through the client. Accepting only means ' +
      'that you agreed to open it; the task goes on working until the account is connected (here: two seconds). Needs a client ' +
      'that declares elicitation.url.',
    inputSchema: { type: 'object', properties: {}, additionalProperties: false },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  taskSupport: 'required',
  needs: ['elicitation', 'url'],
  work,
};
