import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readScenario, scenarioText } from './scenario.ts';
import { labelOf } from './session.ts';

test('a scenario goes into a link and comes back', () => {
  const value = fc.oneof(
    fc.integer({ min: -1e9, max: 1e9 }),
    fc.boolean(),
    fc.constantFrom('cut', 'tasks/get'),
  );
  const name = fc.stringMatching(/^[a-z][a-z0-9-]{0,20}$/);
  const params = fc.dictionary(fc.stringMatching(/^[a-z]\w{0,10}$/), value, { maxKeys: 3 });
  const faults = fc.array(fc.record({ name, params }), { maxLength: 5 });
  fc.assert(
    fc.property(faults, (wishes) => {
      expect(readScenario(scenarioText(wishes))).toEqual(wishes);
    }),
  );
});

test('attack 17: a link with anything else names no fault, and never more than twenty', () => {
  for (const text of ['', '<b>x</b>', ';;', 'A', 'x y', `${'a'.repeat(41)}`])
    expect(readScenario(text)).toEqual([]);
  expect(readScenario('a;'.repeat(100))).toHaveLength(20);
  expect(readScenario('cut-body:every=soon,<x>=1')).toEqual([
    { name: 'cut-body', params: { every: 'soon' } },
  ]);
  expect(labelOf({ name: 'cut-body', params: { every: 2 } })).toBe('cut-body: every 2');
});
