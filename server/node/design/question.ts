/** The twelve things that a design of durable work decides (R77), in the order in which they are asked. */
export const KEYS = [
  'eligibility',
  'capability',
  'creation',
  'state',
  'methods',
  'input',
  'durability',
  'ownership',
  'cancellation',
  'notification',
  'expiry',
  'migration',
] as const;
export type Key = (typeof KEYS)[number];

/** What one may answer. A choice with a refusal can be made, but no design comes of it. */
export interface Choice {
  /** As it is written in a file of answers. */
  readonly id: string;
  /** As it is offered on the terminal. */
  readonly label: string;
  /** As it stands in the design; empty for a refused one. */
  readonly design: string;
  readonly refusal?: { readonly reason: string; readonly instead: string };
}

export interface Question {
  readonly key: Key;
  readonly title: string;
  readonly question: string;
  /** True where several choices may be made at once. */
  readonly several: boolean;
  readonly choices: readonly Choice[];
}

/** An answer: what was chosen, in the order of the question's choices, and words of one's own, on one line. */
export interface Answer {
  readonly choose: readonly string[];
  readonly note?: string;
}

export type Answers = Readonly<Record<Key, Answer>>;

/** The longest note, characters: the design is one page. */
export const LONGEST_NOTE = 200;

/** A choice that leads to a design. */
export function accepted(id: string, label: string, design: string): Choice {
  return { id, label, design };
}

/** A choice that is refused, with the reason and the way out. */
export function refused(id: string, label: string, reason: string, instead: string): Choice {
  return { id, label, design: '', refusal: { reason, instead } };
}
