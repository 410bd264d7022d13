import type { HeaderPair } from '../../../server/protocol/headers.ts';
import type { Problem } from '../../../server/protocol/problem.ts';
import type { HeaderView } from '../../../server/protocol/recording.ts';

/** GET and DELETE have no body. */
export type HttpMethod = 'POST' | 'GET' | 'DELETE';

/** A request as it goes out. */
export interface WireRequest {
  readonly url: string;
  /** POST where absent. */
  readonly http?: HttpMethod;
  /** The endpoint whose answer named this URL; absent where a person typed it (attack 6). */
  readonly namedBy?: string;
  /** See `Named`. */
  readonly prefersBridge?: boolean;
  readonly headers: readonly HeaderPair[];
  readonly text: string;
  readonly signal: AbortSignal;
}

/** A response as soon as its head is here. `chunks` throws what `send` throws. */
export interface WireResponse {
  readonly status: number;
  readonly headers: readonly HeaderPair[];
  /** What of the headers could be seen. */
  readonly view: HeaderView;
  /** True for an event stream; left out, the Content-Type says it. */
  readonly stream?: boolean;
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** A way to an endpoint. Carries bytes and judges nothing; the tap writes down what passes. */
/** A URL that is no endpoint itself. */
export interface Named {
  /** Whose answer named it. */
  readonly endpoint: string;
  /** Goes through the bridge where there is one: authorisation servers seldom let pages in. */
  readonly prefersBridge: boolean;
}

export interface Transport {
  /** What may be known of the headers of a request: in a page the browser adds some that it hides. */
  readonly requestView: HeaderView;
  /** The same for one URL, where ways differ; left out, it is the same for all. @param named how it came to be known */
  readonly viewOf?: (url: string, named?: Named) => HeaderView;
  /** @throws WireError where no response head came; the signal's reason where it was aborted */
  send(request: WireRequest): Promise<WireResponse>;
}

/** A failure of the way, already in words. */
export class WireError extends Error {
  override readonly name = 'WireError';
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.message);
    this.problem = problem;
  }
}
