import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Hint, TaskChanged } from '../../ports/bus.ts';
import { HintPipe } from './hint-pipe.ts';
import { RelayedBus } from './relayed-bus.ts';

/** A pipe that is read when the test says so. */
function pipe(limit?: number) {
  const sent: (readonly Hint[])[] = [];
  const done: (() => void)[] = [];
  const hints = new HintPipe((changes, gone) => {
    sent.push(changes);
    done.push(gone);
  }, limit);
  return { hints, sent, drain: () => done.shift()?.() };
}
const hint = (taskId: string, revision: number): TaskChanged => ({ taskId, revision });

describe('HintPipe', () => {
  test('sends at once where nothing is under way, and what came meanwhile as one batch, the newest of each task', () => {
    const { hints, sent, drain } = pipe();
    hints.push([hint('a', 1)]);
    expect(sent).toEqual([[hint('a', 1)]]);
    for (let revision = 2; revision <= 1000; revision += 1) hints.push([hint('a', revision), hint('b', 1)]);
    hints.push([hint('a', 7)]);
    expect(sent).toHaveLength(1);
    drain();
    expect(sent[1]).toEqual([hint('a', 1000), hint('b', 1)]);
    drain();
    expect(sent).toHaveLength(2);
    hints.push([hint('c', 1)]);
    expect(sent[2]).toEqual([hint('c', 1)]);
  });

  test('R57: lists that have changed go along, each once a batch', () => {
    const { hints, sent, drain } = pipe();
    hints.push([{ list: 'tools' }]);
    for (let i = 0; i < 10; i += 1) hints.push([{ list: 'tools' }, hint('a', i), { list: 'prompts' }]);
    drain();
    drain();
    expect(sent).toEqual([[{ list: 'tools' }], [hint('a', 9), { list: 'tools' }, { list: 'prompts' }]]);
  });

  test('a pipe that nobody reads holds no more than its limit', () => {
    const { hints, sent, drain } = pipe(3);
    hints.push([hint('first', 1)]);
    for (let i = 0; i < 100; i += 1) hints.push([hint(`t${i}`, 1)]);
    hints.push([hint('t0', 2)]);
    drain();
    expect(sent[1]).toEqual([hint('t0', 2), hint('t1', 1), hint('t2', 1)]);
  });

  test('whenever it is read, the newest revision of each task comes through in the end', () => {
    const step = fc.oneof(
      fc.constant('read' as const),
      fc.record({ taskId: fc.constantFrom('a', 'b', 'c'), revision: fc.nat(50) }),
    );
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const { hints, sent, drain } = pipe();
        const newest = new Map<string, number>();
        for (const one of steps) {
          if (one === 'read') drain();
          else {
            hints.push([one]);
            newest.set(one.taskId, Math.max(newest.get(one.taskId) ?? 0, one.revision));
          }
        }
        for (let i = 0; i < 4; i += 1) drain();
        const told = new Map<string, number>();
        for (const { taskId, revision } of sent.flat() as TaskChanged[])
          told.set(taskId, Math.max(told.get(taskId) ?? 0, revision));
        expect(told).toEqual(newest);
      }),
    );
  });
});

test('RelayedBus: what is published is heard here and sent; what others published is heard here and not sent back', () => {
  const sent: Hint[] = [];
  const bus = new RelayedBus((changes, done) => {
    sent.push(...changes);
    done();
  });
  const heard: Hint[] = [];
  const leave = bus.subscribe((change) => heard.push(change));
  const leaveLists = bus.subscribeLists((change) => heard.push(change));
  bus.publish(hint('mine', 1));
  bus.hear([hint('theirs', 2), { list: 'prompts' }]);
  bus.publish({ list: 'tools' });
  leave();
  leaveLists();
  bus.publish(hint('mine', 3));
  expect(heard).toEqual([hint('mine', 1), hint('theirs', 2), { list: 'prompts' }, { list: 'tools' }]);
  expect(sent).toEqual([hint('mine', 1), { list: 'tools' }, hint('mine', 3)]);
});
