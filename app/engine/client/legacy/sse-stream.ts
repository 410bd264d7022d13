import type { SseRoute, SseRoutes } from '../../transport/http-sse.ts';
import type { Frame } from '../../transport/sse-frames.ts';
import type { Locks } from '../locks.ts';
import type { Sender } from '../sender.ts';
import { takePlace } from './held-connections.ts';

/** So long the server has to name the URL for messages, ms. */
const TO_NAME_IT = 5_000;

export interface SseOpening {
  readonly sender: Sender;
  readonly locks: Locks;
  readonly routes: SseRoutes;
  readonly endpoint: string;
  /** Seq of the refusal that leads to this attempt. */
  readonly cause: number;
  readonly signal: AbortSignal | undefined;
}

/**
 * The stream of a server that speaks HTTP+SSE (2024-11-05, "HTTP with SSE"): all that the server says comes on it, and its first event
 * names the URL that messages are posted to. When it ends, the session has ended.
 */
export class SseStream {
  /** Who hears what comes. @param first seq of the first frame */
  hear: (frames: readonly Frame[], first: number) => void = () => undefined;
  /** Told once when the stream has ended by itself. @param lived how long it was open, ms */
  ended: (lived: number) => void = () => undefined;
  readonly #opening: SseOpening;
  readonly #end = new AbortController();
  #route: SseRoute | undefined;

  constructor(opening: SseOpening) {
    this.#opening = opening;
  }

  /** Opens it. @returns false where the server opens no such stream, or names no URL of its own origin in time */
  async open(): Promise<boolean> {
    const { sender, locks, endpoint, cause, signal } = this.#opening;
    const stop = (): void => this.close();
    signal?.addEventListener('abort', stop, { once: true });
    if (signal?.aborted) stop();
    const place = await takePlace(locks, endpoint, 'stream', this.#end.signal).catch(() => undefined);
    if (place === undefined) return false;
    const opened = sender.recorder.mono();
    const named = await new Promise<boolean>((resolve) => {
      const timer = sender.clock.after(TO_NAME_IT, () => resolve(false));
      void sender
        .step({
          ...{ endpoint, url: endpoint, http: 'GET', step: 'server-stream', text: '', cause },
          headers: [['Accept', 'text/event-stream']],
          signal: this.#end.signal,
          onFrames: (frames, first) => {
            this.#frames(frames, first);
            if (this.#route !== undefined) resolve(true);
          },
        })
        .then(() => {
          timer();
          place();
          const wasOpen = this.#route !== undefined && !this.#end.signal.aborted;
          this.close();
          resolve(false);
          if (wasOpen) this.ended(sender.recorder.mono() - opened);
        });
    });
    signal?.removeEventListener('abort', stop);
    if (!named) this.close();
    return named;
  }

  close(): void {
    this.#end.abort();
    if (this.#route !== undefined) this.#opening.routes.close(this.#opening.endpoint, this.#route);
  }

  #frames(frames: readonly Frame[], first: number): void {
    const { endpoint, routes } = this.#opening;
    for (const frame of frames) {
      if (frame.event === 'endpoint') {
        // Credentials of the endpoint go out with messages: another origin gets none.
        const messages = ofSameOrigin(frame.data, endpoint);
        if (messages !== undefined && this.#route === undefined)
          this.#route = routes.open(endpoint, messages);
      } else if (frame.comments === 0) this.#route?.heard(frame.data);
    }
    this.hear(
      frames.map((frame) => (frame.event === 'endpoint' ? { ...frame, data: '' } : frame)),
      first,
    );
  }
}

function ofSameOrigin(reference: string, endpoint: string): string | undefined {
  if (!URL.canParse(reference, endpoint)) return undefined;
  const { origin, href } = new URL(reference, endpoint);
  return origin === new URL(endpoint).origin ? href : undefined;
}
