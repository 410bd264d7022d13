import { createParser } from 'eventsource-parser';
import type { JsonObject } from '../../protocol/json.ts';

/** One thing that a stream said: a message, a comment, or its end. */
export type Said = JsonObject | 'comment' | 'end';

/** Reads an SSE response piece by piece. `next` waits for the next thing said; nothing is dropped. */
export class EventStream {
  readonly response: Response;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #said: Said[] = [];
  readonly #decoder = new TextDecoder();
  readonly #parser = createParser({
    onEvent: ({ data }) => this.#said.push(JSON.parse(data) as JsonObject),
    onComment: () => this.#said.push('comment'),
  });

  constructor(response: Response) {
    this.response = response;
    if (response.body === null) throw new Error('the response has no body');
    this.#reader = response.body.getReader();
  }

  async next(): Promise<Said> {
    for (;;) {
      const first = this.#said.shift();
      if (first !== undefined) return first;
      const { done, value } = await this.#reader.read();
      if (done) return 'end';
      this.#parser.feed(this.#decoder.decode(value, { stream: true }));
    }
  }

  /** The next message; comments are passed over. Throws at the end of the stream. */
  async message(): Promise<JsonObject> {
    for (;;) {
      const said = await this.next();
      if (said === 'end') throw new Error('the stream ended');
      if (said !== 'comment') return said;
    }
  }

  close(): Promise<void> {
    return this.#reader.cancel();
  }
}
