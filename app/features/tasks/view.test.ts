import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { history, observation } from './history.suite.ts';
import { panned, roundSpan, ticksOf, viewOf, zoomed } from './view.ts';

test('the axis stands still until the present reaches its end', () => {
  const task = history([observation(0)]);
  const at = (now: number) => viewOf({ kind: 'auto' }, [task], now);
  expect(at(9_000)).toEqual(at(9_900));
  expect(at(9_000).to).toBeGreaterThan(9_900);
  fc.assert(
    fc.property(fc.double({ min: 1, max: 1e9, noNaN: true }), (ms) => {
      const span = roundSpan(ms);
      expect(span).toBeGreaterThanOrEqual(ms * 0.999_999);
      expect(span).toBeLessThanOrEqual(ms * 1.6);
    }),
  );
});

test('without a living task the view ends where they ended', () => {
  const done = history([observation(0), observation(5000, { status: 'completed' })]);
  expect(viewOf({ kind: 'auto' }, [done], 3_600_000)).toEqual(viewOf({ kind: 'auto' }, [done], 7_200_000));
});

test('auto shows two minutes at the most, so that a short task stays readable in a long recording', () => {
  const long = history([observation(0), observation(3_600_000)]);
  const view = viewOf({ kind: 'auto' }, [long], 3_600_000);
  expect(view.from).toBeGreaterThan(3_600_000 - 125_000);
  expect(view.to).toBeGreaterThan(3_600_000);
  expect(viewOf({ kind: 'fit' }, [long], 3_600_000).from).toBeLessThanOrEqual(0);
});

test('of tasks that ended only the last stay in view: one that ended minutes before would make slivers of them', () => {
  const ended = (at: number) => history([observation(at), observation(at + 3000, { status: 'completed' })]);
  const view = viewOf({ kind: 'auto' }, [ended(200_000), ended(100_000)], 300_000);
  expect(view.from).toBeGreaterThan(190_000);
  expect(view.to - view.from).toBeLessThan(10_000);
});

test('auto leaves old tasks aside while others live; fit shows all', () => {
  const old = history([observation(0, { status: 'completed' })]);
  const fresh = history([observation(3_600_000)], { startMono: 3_600_000, taskId: 'b' });
  expect(viewOf({ kind: 'auto' }, [fresh, old], 3_601_000).from).toBeGreaterThan(3_500_000);
  expect(viewOf({ kind: 'fit' }, [fresh, old], 3_601_000).from).toBeLessThan(1);
});

describe('zoom and pan', () => {
  const view = { from: 0, to: 10_000 };

  test('the present is followed while it is in view', () => {
    expect(zoomed(view, 2, 9000)).toEqual({ kind: 'follow', span: 5000 });
    expect(zoomed(view, 2, 99_000)).toEqual({ kind: 'fixed', from: 2500, to: 7500 });
  });

  test('the point under the pointer stays where it is', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 10_000, noNaN: true }),
        fc.double({ min: 0.2, max: 5, noNaN: true }),
        (at, factor) => {
          const mode = zoomed(view, factor, 99_000, at);
          if (mode.kind !== 'fixed') throw new Error('not fixed');
          expect((at - mode.from) / (mode.to - mode.from)).toBeCloseTo(at / 10_000, 6);
        },
      ),
    );
  });

  test('panning keeps the length', () =>
    expect(panned(view, 0.2)).toEqual({ kind: 'fixed', from: 2000, to: 12_000 }));
});

test.each([
  [{ from: -150, to: 10_000 }, 600, ['0 s', '2 s', '4 s', '6 s', '8 s', '10 s']],
  [{ from: 0, to: 900_000 }, 500, ['0 s', '5 min', '10 min', '15 min']],
  [{ from: 100, to: 300 }, 300, ['0.1 s', '0.2 s', '0.3 s']],
])('ticks of %j over %d px', (view, width, labels) => {
  expect(ticksOf(view, width).map((tick) => tick.label)).toEqual(labels);
});

test('there are never more ticks than fit', () => {
  fc.assert(
    fc.property(fc.integer({ min: 20, max: 1e9 }), fc.integer({ min: 100, max: 3000 }), (span, width) => {
      expect(ticksOf({ from: 0, to: span }, width).length).toBeLessThanOrEqual(width / 48 + 2);
    }),
  );
});
