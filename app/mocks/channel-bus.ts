import { type Hint, LocalBus } from '../../server/ports/bus.ts';
import { own } from '../../server/protocol/json.ts';
import { LIST_KINDS } from '../../server/protocol/subscriptions.ts';

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

/** Another version of this page, or anything else of this origin, may speak on the channel: what is no hint is passed over. */
function readHint(data: unknown): Hint | undefined {
  const [list, taskId, revision] = [own(data, 'list'), own(data, 'taskId'), own(data, 'revision')];
  if (list !== undefined) {
    const kind = LIST_KINDS.find((one) => one === list);
    return kind === undefined ? undefined : { list: kind };
  }
  return typeof taskId === 'string' && typeof revision === 'number' ? { taskId, revision } : undefined;
}
