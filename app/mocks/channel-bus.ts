import { type Hint, LocalBus, readHint } from '../../server/ports/bus.ts';

/** What of a BroadcastChannel is used: every one is one. */
export interface Broadcast {
  postMessage(message: unknown): void;
  onmessage: ((event: MessageEvent) => void) | null;
}

/** Hints between the tabs of a browser: each hears those of all, its own among them. */
export class ChannelBus extends LocalBus {
  readonly #channel: Broadcast;

  constructor(channel: Broadcast) {
    super();
    this.#channel = channel;
    channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      const hint = readHint(data);
      if (hint !== undefined) super.publish(hint);
    };
  }

  override publish(hint: Hint): void {
    super.publish(hint);
    this.#channel.postMessage(hint);
  }
}
