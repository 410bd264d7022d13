import type { BridgeChunk, FromBridge } from '../../protocol/bridge.ts';

/** Where a channel's messages go. After `end`, `error` or `exit` it sends no more. */
export interface Outlet {
  send(message: FromBridge): void;
  chunk(chunk: BridgeChunk): void;
}

/** One thing that a page has opened, for as long as it is open. */
export interface Channel {
  /** The page has taken so many bytes more. */
  credit(bytes: number): void;
  /** A message for the other side, where it takes any. */
  line(text: string): void;
  /** Ends it at once; nothing more is sent. */
  cancel(): void;
}
