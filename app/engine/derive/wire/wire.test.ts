import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LogEvent } from '../../../../server/protocol/recording.ts';
import { anyLog, aTask, Story } from '../events.suite.ts';
import { Evaluator } from '../filter/evaluate.ts';
import { readFilter } from '../filter/read.ts';
import { fold } from '../fold.ts';
import { emptyWorld, type FoldedWorld } from '../folded.ts';
import { WireGroups } from './groups.ts';
import { LINE, layOut, levelOf, lineOf } from './layout.ts';
import { WireTable } from './table.ts';

const MARKED = { pinned: new Set<number>(), noted: new Set<number>() };

function wireOf(events: readonly LogEvent[]) {
  const bodyOf = (seq: number): string => {
    const body = events[seq]?.body ?? null;
    return body !== null && 'text' in body ? body.text : '';
  };
  const table = new WireTable();
  const groups = new WireGroups(table, bodyOf);
  const evaluator = new Evaluator(table, groups, bodyOf);
  const update = (world: FoldedWorld): void => {
    table.update(world.exchanges);
    groups.update();
  };
  const keys = (slots: Iterable<number>): string[] => [...slots].map((slot) => table.keyOf(slot));
  const inOrder = (): number[] => Array.from({ length: table.size }, (_, place) => table.at(place));
  return { table, groups, evaluator, update, keys, inOrder };
}

function told(story: Story) {
  const wire = wireOf(story.events);
  wire.update(fold(emptyWorld(), story.events));
  return wire;
}

/** The operations that hold more than one message, by their keys. */
function operations({ groups, inOrder, keys }: ReturnType<typeof wireOf>): string[] {
  return inOrder()
    .filter((slot) => groups.op.get(slot) === slot && groups.members.get(slot) > 1)
    .map((slot) => keys(groups.slotsOf(slot)).join(' '));
}

const ALL = {
  matches: undefined,
  operations: true,
  folds: true,
  openOps: new Set<number>(),
  openRuns: new Set<number>(),
};

test('property: a table that grew with the log is the table of the log; going back, too', () => {
  fc.assert(
    fc.property(anyLog, fc.nat(), fc.nat(), (events, a, b) => {
      const grown = wireOf(events);
      const at = (n: number): FoldedWorld => fold(emptyWorld(), events.slice(0, n % (events.length + 1)));
      let world = emptyWorld();
      for (const event of events) {
        world = fold(world, [event]);
        grown.update(world);
      }
      grown.update(at(a));
      grown.update(at(b));
      const fresh = wireOf(events);
      fresh.update(at(b));
      const shown = (wire: ReturnType<typeof wireOf>) =>
        wire.inOrder().map((slot) => ({
          key: wire.table.keyOf(slot),
          op: wire.table.keyOf(wire.groups.op.get(slot)),
          run: wire.groups.run.get(slot) < 0 ? '' : wire.table.keyOf(wire.groups.run.get(slot)),
          flags: wire.table.flags.get(slot),
          note: wire.table.texts.value(wire.table.note.get(slot)),
          slot: wire.table.slotOf(wire.table.keyOf(slot)) === slot,
        }));
      expect(shown(grown)).toEqual(shown(fresh));
    }),
    { numRuns: 60 },
  );
});

test('property: each message that the filter leaves is in one line, and no other message', () => {
  const filters = fc.constantFrom(
    '',
    'tasks/get',
    '-tasks/get',
    'status:working',
    'dir:in',
    'is:quiet',
    'task:a',
  );
  fc.assert(
    fc.property(
      anyLog,
      filters,
      fc.boolean(),
      fc.boolean(),
      fc.boolean(),
      (events, text, ops, folds, open) => {
        const wire = wireOf(events);
        wire.update(fold(emptyWorld(), events));
        const { table, groups, evaluator } = wire;
        const matches = evaluator.matches(readFilter(text).terms, MARKED);
        const every = new Set(open ? wire.inOrder() : []);
        const lines = layOut(table, groups, {
          matches,
          operations: ops,
          folds,
          openOps: every,
          openRuns: every,
        });
        const plain: number[] = [];
        for (let i = 0; i < lines.length; i += 1) {
          const [slot = 0, kind = 0] = [lines.slots[i], lines.kinds[i]];
          if ((kind & LINE.run) === 0) plain.push(slot);
        }
        const left = wire.inOrder().filter((slot) => matches === undefined || matches[slot] === 1);
        if (open || (!ops && !folds))
          expect(plain.filter((slot) => matches === undefined || matches[slot] === 1).sort()).toEqual(
            left.sort(),
          );
        expect(new Set(plain).size).toBe(plain.length);
        for (const slot of left) expect(lineOf(lines, groups, slot)).toBeGreaterThanOrEqual(0);
      },
    ),
    { numRuns: 100 },
  );
});

test('a call with its retry, polls, update, push and cancel is one operation, and a listen is its own', () => {
  const story = new Story();
  const asked = story.ask('tools/call', { name: 'work', arguments: {} });
  story.result(asked, { resultType: 'input_required', inputRequests: {}, requestState: 'sealed' });
  const retry = story.ask('tools/call', { name: 'work', inputResponses: {}, requestState: 'sealed' });
  story.result(retry, { resultType: 'task', ...aTask() });
  story.result(story.ask('tools/list', {}), { tools: [] });
  story.poll(aTask());
  const listen = story.ask('subscriptions/listen', { notifications: { taskIds: ['a'] } });
  story.head(listen, 200, 'text/event-stream');
  story.frame(listen, { jsonrpc: '2.0', method: 'notifications/subscriptions/acknowledged', params: {} });
  story.frame(listen, {
    jsonrpc: '2.0',
    method: 'notifications/tasks',
    params: aTask({ status: 'completed' }),
  });
  story.result(story.ask('tasks/update', { taskId: 'a', inputResponses: {} }), {});
  story.result(story.ask('tasks/cancel', { taskId: 'a' }), {});
  expect(operations(told(story))).toEqual(['x1 x2 x4 x5#1 x6 x7', 'x5 x5#0']);
});

test('nothing is guessed: a retry that fits two calls, and a task that two calls were answered with, stand alone', () => {
  const story = new Story();
  for (let i = 0; i < 2; i += 1)
    story.result(story.ask('tools/call', { name: 'work' }), {
      resultType: 'input_required',
      inputRequests: {},
    });
  story.ask('tools/call', { name: 'work', inputResponses: {} });
  story.call(aTask());
  story.call(aTask());
  story.poll(aTask());
  expect(operations(told(story))).toEqual([]);
});

test('tasks of the same id at two servers are two operations; one that was attached begins with its first poll', () => {
  const story = new Story();
  story.call(aTask());
  story.result(story.ask('tasks/get', { taskId: 'a' }, { endpoint: 'http://other/mcp' }), aTask());
  story.poll(aTask());
  story.result(story.ask('tasks/get', { taskId: 'a' }, { endpoint: 'http://other/mcp' }), aTask());
  expect(operations(told(story))).toEqual(['x1 x3', 'x2 x4']);
});

test('within an open operation polls without news are one line, a level below', () => {
  const story = new Story();
  story.call(aTask());
  for (let i = 0; i < 3; i += 1) story.poll(aTask());
  const { table, groups } = told(story);
  const closed = layOut(table, groups, ALL);
  expect([...closed.kinds.slice(0, closed.length)]).toEqual([LINE.op]);
  const open = layOut(table, groups, { ...ALL, openOps: new Set([0]) });
  expect([...open.slots.slice(0, open.length)]).toEqual([0, 1]);
  expect([...open.kinds.slice(0, open.length)].map((kind) => [kind & 3, levelOf(kind)])).toEqual([
    [LINE.op, 0],
    [LINE.run, 1],
  ]);
  expect(lineOf(closed, groups, 3)).toBe(0);
  expect(lineOf(open, groups, 3)).toBe(1);
});

test.each([
  ['tasks/get', ['x2', 'x3']],
  ['TASKS/GET -http:503', ['x2']],
  ['tool:work', ['x1', 'x2', 'x3', 'x4#1']],
  ['tool:other', []],
  ['task:a method:notifications', ['x4#1']],
  ['dir:in', ['x4#0', 'x4#1']],
  ['http:4xx,503', ['x3']],
  ['http:none', ['x4#0', 'x4#1']],
  ['code:any', ['x5']],
  ['code:-32602 -is:failed', []],
  ['-32602', ['x4', 'x4#0', 'x4#1', 'x1', 'x2', 'x3']],
  ['"-32602"', ['x5']],
  ['type:error,task', ['x1', 'x5']],
  ['slower:15ms', ['x1', 'x2', 'x3', 'x5']],
  ['after:150ms dir:out', ['x5']],
  ['status:completed', ['x4#1']],
  ['body:"\\"Completed\\""', []],
  ['body:"\\"completed\\""', ['x4#1']],
  ['era:legacy', []],
])('the filter %j leaves %j', (text, keys) => {
  const story = new Story();
  story.call(aTask());
  story.poll(aTask({ status: 'working' }));
  story.got(story.ask('tasks/get', { taskId: 'a' }), 'down', 503);
  const listen = story.ask('subscriptions/listen', { notifications: { taskIds: ['a'] } });
  story.head(listen, 200, 'text/event-stream');
  story.frame(listen, { jsonrpc: '2.0', method: 'notifications/subscriptions/acknowledged', params: {} });
  story.frame(listen, {
    jsonrpc: '2.0',
    method: 'notifications/tasks',
    params: aTask({ status: 'completed' }),
  });
  story.error(story.ask('resources/read', { uri: 'x:' }), -32602);
  const { evaluator, table } = told(story);
  const matches = evaluator.matches(readFilter(text).terms, MARKED);
  const left = Array.from({ length: table.size }, (_, slot) => slot).filter((slot) => matches?.[slot] === 1);
  expect(left.map((slot) => table.keyOf(slot)).sort()).toEqual([...keys].sort());
});

test('a text is looked for again in a body that has come since, and a longer one where the shorter was', () => {
  const story = new Story();
  const exchange = story.ask('tools/call', { name: 'work' });
  const before = fold(emptyWorld(), story.events);
  story.result(exchange, { note: 'a needle' });
  const wire = wireOf(story.events);
  const count = (text: string): number =>
    wire.evaluator.matches(readFilter(text).terms, MARKED)?.filter((one) => one === 1).length ?? 0;
  wire.update(before);
  expect(count('body:need')).toBe(0);
  wire.update(fold(emptyWorld(), story.events));
  expect(count('body:need')).toBe(1);
  expect(count('body:needle')).toBe(1);
  expect(count('body:needles')).toBe(0);
});
