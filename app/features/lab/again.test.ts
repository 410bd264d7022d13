import { expect, test } from 'vitest';
import { FAULTS } from '../../../server/faults/catalogue.ts';
import { METHODS } from '../../../server/protocol/methods.ts';
import { againOf } from './again.ts';

type Message = Parameters<typeof againOf>[0];
const NOTHING: Message = {
  method: '',
  httpStatus: 200,
  state: 'done',
  taskStatus: undefined,
  problem: undefined,
};

test('every message leads to a fault that there is', () => {
  const names = FAULTS.map(({ name }) => name);
  for (const method of METHODS)
    for (const httpStatus of [undefined, 200, 429, 500, 502, 503, 404])
      for (const state of ['done', 'failed'] as const)
        expect(names).toContain(againOf({ ...NOTHING, method, httpStatus, state }));
});

test('a message leads to the fault that makes its like', () => {
  expect(againOf({ ...NOTHING, method: 'tasks/get', httpStatus: 502, state: 'failed' })).toBe('http-502');
  expect(againOf({ ...NOTHING, method: 'tasks/get', state: 'failed' })).toBe('cut-body');
  expect(againOf({ ...NOTHING, method: 'tasks/get', taskStatus: 'failed' })).toBe('expire-working');
  expect(againOf({ ...NOTHING, method: 'tasks/cancel' })).toBe('cancel-late');
});
