import type { Exchange, FrameRef } from '../../engine/derive/model.ts';

/** One line of the wire: an exchange, or a frame that came on its stream. */
export interface Row {
  /** The exchange's id, or `id#n` for its n-th frame. */
  readonly key: string;
  readonly exchange: Exchange;
  readonly frame: FrameRef | undefined;
  readonly mono: number;
  /** It stands for a whole run of polls; `exchange` is then the newest answered one. */
  readonly quiet?: QuietRun | undefined;
  /** It is shown below the row of its run. */
  readonly inside?: true;
}

/** Successive polls of one task that brought nothing new, as one row. */
export interface QuietRun {
  /** Rows of the run, in the order of time; at least two that were answered. */
  readonly members: readonly Row[];
  /** The place of each member by its key, from 0. */
  readonly places: ReadonlyMap<string, number>;
  readonly open: boolean;
}

/** The members that were answered: one that is still out is not counted. */
export function answered(members: readonly Row[]): readonly Row[] {
  return members.at(-1)?.exchange.state === 'open' ? members.slice(0, -1) : members;
}
