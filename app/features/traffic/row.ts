import type { Exchange, FrameRef } from '../../engine/derive/model.ts';

/** One line of the list: an exchange, or a frame that came on its stream; or one that stands for more. */
export interface Row {
  /** The exchange's id, or `id#n` for its n-th frame; of a run `quiet` and its first message's. */
  readonly key: string;
  /** Its slot in the table of the wire. */
  readonly slot: number;
  /** 0, or how far below the line that holds it. */
  readonly level: number;
  readonly exchange: Exchange;
  readonly frame: FrameRef | undefined;
  readonly mono: number;
  /** It stands for a whole run of polls; `exchange` is then the newest answered one. */
  readonly quiet?: QuietRun | undefined;
  /** It begins an operation; `exchange` is what it begins with. */
  readonly op?: Operation | undefined;
}

/** Successive polls of one task that brought nothing new, as one line. */
export interface QuietRun {
  /** How many of them were answered. */
  readonly answered: number;
  /** How many of those another tab has sent. */
  readonly told: number;
  readonly bytes: number;
  readonly open: boolean;
}

/** A request and what became of it, as one line. */
export interface Operation {
  readonly open: boolean;
  /** Messages of it, and how many of them the filter leaves. */
  readonly messages: number;
  readonly left: number;
  readonly failed: number;
  readonly bytes: number;
  /** The task's status as the newest of its messages tells it. */
  readonly status: string | undefined;
  /** ms from its beginning to the newest end of a message. */
  readonly ms: number;
}
