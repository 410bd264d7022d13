import { FIELDS, KINDS } from '../../engine/derive/filter/term.ts';

/** One way to go on with a filter. */
export interface Suggestion {
  /** What stands there then. */
  readonly text: string;
  readonly meaning: string;
  /** More is to be typed after it. */
  readonly goesOn: boolean;
}

export interface Suggestions {
  /** The part of the text that a suggestion takes the place of. */
  readonly from: number;
  readonly to: number;
  readonly items: readonly Suggestion[];
}

const FIXED: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ['dir', ['in', 'out']],
  ['era', ['current', 'legacy']],
  ['is', KINDS],
  ['status', ['working', 'input_required', 'completed', 'failed', 'cancelled']],
  ['type', ['complete', 'task', 'input_required', 'error', 'malformed']],
  ['http', ['4xx', '5xx', 'none']],
  ['code', ['any']],
  ['slower', ['100ms', '500ms', '2s']],
]);
const MOST = 10;

/**
 * What may stand where the caret is: fields by their beginning, or the values that a field has on this wire.
 * @param caret characters before it
 * @param valuesOf the values of a field in the log, besides those that the protocol knows
 */
export function suggest(
  text: string,
  caret: number,
  valuesOf: (field: string) => readonly string[],
): Suggestions {
  const before = text.slice(0, caret);
  const start = Math.max(before.lastIndexOf(' '), before.lastIndexOf('\t')) + 1;
  const rest = /^\S*/.exec(text.slice(caret))?.[0] ?? '';
  const to = caret + rest.length;
  const word = before.slice(start);
  const minus = word.startsWith('-') ? '-' : '';
  const bare = word.slice(minus.length);
  if (bare.startsWith('"')) return { from: start, to, items: [] };
  const field = /^([a-z]+):(.*)$/i.exec(bare);
  if (field === null) {
    const items = FIELDS.filter(({ name }) => name.startsWith(bare.toLowerCase())).map(
      ({ name, meaning }) => ({
        text: `${minus}${name}:`,
        meaning,
        goesOn: true,
      }),
    );
    // An empty field offers all of them to who asks; a word that is being typed only what it may become.
    return { from: start, to, items };
  }
  const [, name = '', value = ''] = field;
  const known = [...new Set([...valuesOf(name.toLowerCase()), ...(FIXED.get(name.toLowerCase()) ?? [])])];
  const comma = value.lastIndexOf(',') + 1;
  const wanted = value.slice(comma).toLowerCase();
  const items = known
    .filter((one) => one.toLowerCase().includes(wanted) && one.toLowerCase() !== wanted)
    .sort((a, b) => Number(b.toLowerCase().startsWith(wanted)) - Number(a.toLowerCase().startsWith(wanted)))
    .slice(0, MOST)
    .map((one) => ({
      text: `${minus}${name}:${value.slice(0, comma)}${/[\s",]/.test(one) ? JSON.stringify(one) : one}`,
      meaning: '',
      goesOn: false,
    }));
  return { from: start, to, items };
}
