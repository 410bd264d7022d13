/** A call that was answered with questions and waits for the person to call again (MRTR). */
export interface OpenRound {
  readonly recording: string | undefined;
  readonly endpoint: string;
  readonly tool: string;
}

const open = new Map<string, OpenRound>();
const listeners = new Set<() => void>();
let list: readonly OpenRound[] = [];

/** The open rounds of this page, in the order in which they came; told apart from what keeps them, whose code comes later. */
export const openRounds = {
  /** The same array until something changes. */
  all: (): readonly OpenRound[] => list,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** @param round undefined: it is over */
  note(name: string, round: OpenRound | undefined): void {
    if (open.has(name) === (round !== undefined)) return;
    if (round === undefined) open.delete(name);
    else open.set(name, round);
    list = [...open.values()];
    // It may be found while a view is being drawn.
    queueMicrotask(() => {
      for (const listener of listeners) listener();
    });
  },
};
