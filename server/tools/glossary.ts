import { text } from '../tasks/result.ts';
import type { Tool } from '../tasks/tool.ts';

/** The words of durable work, each with its meaning. */
export const GLOSSARY: Readonly<Record<string, string>> = {
  'task handle':
    'The id and seed state that a server returns instead of a result. It names durable state, so any request to any replica can go on with it.',
  'stateless core':
    'The protocol keeps nothing between requests: each one carries its version, its capabilities and who asks.',
  'result type':
    'What kind of answer one response is (resultType): complete, task or input_required. It says nothing of how the work of a task stands: that is its status.',
  session:
    'What earlier revisions kept between requests. The current one removed it; durable state has handles instead.',
  lease:
    'The right of one worker to run a task until a moment in time. When it runs out, another worker may take over.',
  epoch:
    'A number that grows with each lease. A write that names an old epoch is refused, so a worker that slept through its lease cannot overwrite its successor.',
  revision:
    'A number that grows by one with each committed change of a task. It orders what was true, without clocks.',
  ttl: 'How long after its creation a task may be counted on. Later the server may fail it, and then remove it.',
  'poll interval':
    'How long a server asks its clients to wait between two looks at a task. It may change on the way.',
  'input request':
    "A question that a task waits with. Its key is used once in the task's life, so an answer always meets the question it was meant for.",
  elicitation: 'A question for the person at the client, in the form of a JSON Schema.',
  'terminal state': 'Completed, failed or cancelled. A task never leaves it.',
  acknowledgement: 'An empty result: the server has heard you. It says nothing yet about what became of it.',
};

/** The words alone, in alphabetical order. */
export const TERMS: readonly string[] = Object.keys(GLOSSARY).sort();

/** A look-up that is cheap and always the same: it has no use for a task, so it never is one (R9). */
export const lookupGlossary: Tool = {
  definition: {
    name: 'lookup_glossary',
    title: 'Look up a term',
    description:
      'Explains a term of durable work, e.g. "lease". Without a term it lists all of them. Answers at once.',
    inputSchema: {
      type: 'object',
      properties: {
        term: { type: 'string', title: 'Term', description: `One of: ${TERMS.join(', ')}.`, maxLength: 100 },
      },
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  },
  taskSupport: 'forbidden',
  call: (args) => {
    const term = typeof args.term === 'string' ? args.term.trim() : '';
    if (term === '') return text(`Terms: ${TERMS.join(', ')}.`);
    const meaning = meaningOf(term);
    if (meaning !== undefined) return text(meaning);
    return { ...text(`There is no "${term}" in the glossary. Terms: ${TERMS.join(', ')}.`), isError: true };
  },
};

/** What a term means, whatever its case, also by a word that one term alone has; undefined for one that is not there. */
export function meaningOf(term: string): string | undefined {
  const asked = term.trim().toLowerCase();
  if (Object.hasOwn(GLOSSARY, asked)) return GLOSSARY[asked];
  const close = TERMS.filter((known) => known.replace(' ', '') === asked || known.split(' ').includes(asked));
  return close.length === 1 ? GLOSSARY[close[0] ?? ''] : undefined;
}
