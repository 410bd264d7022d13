import fc from 'fast-check';
import { expect, test } from 'vitest';
import { axisLabels } from './axis-labels.ts';
import { scaleOf } from './layout.ts';
import { ticksOf } from './view.ts';

test('property: no label of the axis touches another or leaves it, whatever is shown', () => {
  const anyView = fc.tuple(
    fc.double({ min: 0, max: 1e8, noNaN: true }),
    fc.double({ min: 20, max: 6e8, noNaN: true }),
    fc.integer({ min: 60, max: 2_000 }),
    fc.double({ min: 0, max: 1, noNaN: true }),
  );
  fc.assert(
    fc.property(anyView, ([from, span, width, at]) => {
      const view = { from, to: from + span };
      const ticks = ticksOf(view, width).map((tick) => ({ tick, x: scaleOf(view, width)(tick.at) }));
      const { ticks: labels, now } = axisLabels(ticks, width, { x: at * width, text: '+1:00:00 s' });
      const all = [...labels, ...(now === undefined ? [] : [now])].sort((a, b) => a.left - b.left);
      all.forEach((label, i) => {
        expect(label.left).toBeGreaterThanOrEqual(0);
        expect(label.right).toBeLessThanOrEqual(width + 1e-6);
        expect(label.left).toBeGreaterThanOrEqual((all[i - 1]?.right ?? Number.NEGATIVE_INFINITY) + 8 - 1e-6);
      });
    }),
  );
});

test('a wide axis shows every tick but the one under the present', () => {
  const view = { from: 0, to: 10_000 };
  const ticks = ticksOf(view, 1_000).map((tick) => ({ tick, x: scaleOf(view, 1_000)(tick.at) }));
  const { ticks: labels, now } = axisLabels(ticks, 1_000, { x: 500, text: '+5.0 s' });
  expect(labels.map(({ text }) => text)).toEqual(
    ticks.map(({ tick }) => tick.label).filter((label) => label !== '5 s'),
  );
  expect(now).toMatchObject({ left: 508 });
  expect(axisLabels([], 1_000, { x: 990, text: '+9.9 s' }).now).toMatchObject({ right: 982 });
});
