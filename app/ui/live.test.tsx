import { render } from '@testing-library/react';
import { act, type ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { useSize } from './live.ts';

/** An observer as browsers have it: it tells a size of every element it is given, whether or not that changed. */
class TellingObserver {
  static readonly told: (() => void)[] = [];
  readonly #tell: ResizeObserverCallback;
  #stopped = false;

  constructor(tell: ResizeObserverCallback) {
    this.#tell = tell;
  }

  observe(): void {
    TellingObserver.told.push(() => {
      if (this.#stopped) return;
      const entry = { contentRect: { width: 640, height: 200 } } as ResizeObserverEntry;
      this.#tell([entry], this as unknown as ResizeObserver);
    });
  }

  disconnect(): void {
    this.#stopped = true;
  }
}

afterEach(() => {
  vi.unstubAllGlobals();
  TellingObserver.told.length = 0;
});

let renders = 0;

function Box(): ReactNode {
  const [ref, size] = useSize();
  renders += 1;
  return <div ref={(element) => ref(element)}>{`${size.width}×${size.height}`}</div>;
}

/** What the browser does once a frame. */
function frame(): void {
  act(() => {
    for (const tell of TellingObserver.told.splice(0)) tell();
  });
}

test('an element whose size stays is drawn no more, even where each render gives it to the observer anew', () => {
  vi.stubGlobal('ResizeObserver', TellingObserver);
  const { container } = render(<Box />);
  for (let n = 0; n < 3; n += 1) frame();
  expect(container.textContent).toBe('640×200');
  const settled = renders;
  for (let n = 0; n < 10; n += 1) frame();
  expect(renders).toBe(settled);
});
