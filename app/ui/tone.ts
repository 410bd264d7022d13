/** How a task status looks: a colour token and a shape. One table, used by pills, lanes and legends alike. */
export interface Tone {
  readonly colour: 'working' | 'input' | 'done' | 'failed' | 'cancel' | 'faint';
  /** SVG path in a box of 10 by 10. */
  readonly shape: string;
}

const RING = 'M5 .8a4.2 4.2 0 1 0 0 8.4a4.2 4.2 0 1 0 0-8.4zM5 3a2 2 0 1 1 0 4a2 2 0 1 1 0-4z';

const TONES: ReadonlyMap<string, Tone> = new Map<string, Tone>([
  ['working', { colour: 'working', shape: RING }],
  ['input_required', { colour: 'input', shape: 'M5 .3 9.7 5 5 9.7 .3 5z' }],
  ['completed', { colour: 'done', shape: 'M5 .8a4.2 4.2 0 1 0 0 8.4a4.2 4.2 0 1 0 0-8.4z' }],
  // Not a status: completed, with a result that says isError.
  ['completed, isError', { colour: 'failed', shape: `${RING}M4.2 3.4h1.6v3.2H4.2z` }],
  ['failed', { colour: 'failed', shape: 'M5 .6 9.8 9.2H.2z' }],
  ['cancelled', { colour: 'cancel', shape: 'M1.2 1.2h7.6v7.6H1.2z' }],
]);

/** The statuses that have a tone of their own. */
export const STATUSES: readonly string[] = [...TONES.keys()];

const UNKNOWN: Tone = { colour: 'faint', shape: 'M1 4h8v2H1z' };

/** The tone of a status; statuses that the table does not know get a neutral one. */
export function toneOf(status: string | undefined): Tone {
  return (status === undefined ? undefined : TONES.get(status)) ?? UNKNOWN;
}

/** What a status looks like where its result says `isError` (R67): completed all the same, but no success. */
export function toneStatus(status: string, toolError: boolean): string {
  return toolError && status === 'completed' ? 'completed, isError' : status;
}
