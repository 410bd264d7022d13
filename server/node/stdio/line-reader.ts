/** A line of a process, without its end. `cut`: it was longer than the limit, and the rest of it is gone. */
export interface ReadLine {
  readonly text: string;
  readonly cut: boolean;
}

/** Puts lines together from chunks. A character that is split between chunks stays whole; CR LF ends a line as LF does. */
export function lineReader(maxLength: number): {
  feed(chunk: Uint8Array): readonly ReadLine[];
  /** What stands after the last line end. */
  rest(): readonly ReadLine[];
} {
  const decoder = new TextDecoder();
  let waiting = '';
  let cut = false;
  const take = (text: string): ReadLine[] => {
    const line = (waiting + text).replace(/\r$/, '');
    const read = { text: line.slice(0, maxLength), cut: cut || line.length > maxLength };
    waiting = '';
    cut = false;
    return read.text === '' ? [] : [read];
  };
  return {
    feed(chunk) {
      const parts = decoder.decode(chunk, { stream: true }).split('\n');
      const last = parts.pop() ?? '';
      const lines = parts.flatMap(take);
      waiting += last;
      if (waiting.length > maxLength) {
        waiting = waiting.slice(0, maxLength);
        cut = true;
      }
      return lines;
    },
    rest: () => take(decoder.decode()),
  };
}
