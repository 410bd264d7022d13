import { expect, test } from 'vitest';
import type { LabCommand } from '../../../server/protocol/lab.ts';
import { bench, ENDPOINT, now } from '../../engine/client/demo.suite.ts';
import type { LabAck } from '../../engine/index.ts';
import { taskKey } from '../../engine/index.ts';
import { play } from './player.ts';
import { MEANINGS } from './walk.ts';
import { WALKS } from './walk-data.ts';

/** How each walk leaves its task, as the page has it; `gone`: cleared away. */
const ENDS: Readonly<Record<string, string>> = {
  first: 'completed',
  working: 'working',
  input_required: 'failed',
  completed: 'completed',
  failed: 'failed',
  cancelled: 'cancelled',
  race: 'completed',
  illegal: 'completed',
  'two-keys': 'completed',
  ownership: 'working',
  lease: 'completed',
  sse: 'completed',
  expiry: 'gone',
};

/** A page with a demo and a lab of its own, all on one manual clock. */
async function stage() {
  // Nobody polls but the walk itself.
  const world = bench({ pollIntervalMs: 3_000_000 });
  const { clock, demo } = world;
  const engine = await world.engine();
  await now(clock, engine.connect(ENDPOINT));
  const act = async (command: LabCommand): Promise<void> => {
    if (command.do === 'clock/jump') await clock.advance(command.ms);
    else if (command.do === 'faults/on') demo.faults.on(command.fault, command.params);
    else if (command.do === 'faults/off') demo.faults.off(command.fault);
    else if (command.do === 'worker/kill-at-commit') demo.worker.kill('at-commit');
    else if (command.do === 'worker/replace' || command.do === 'server/kill') demo.worker.replace();
  };
  const lab = {
    ask: async (command: LabCommand) => {
      await act(command);
      return { type: 'ack', id: 1, ok: true } as unknown as LabAck;
    },
  };
  return { ...world, engine, stage: { engine, lab, endpoint: ENDPOINT } };
}

test('R76 R78 the lab offers eight scenes and five exercises by name, the first one to a newcomer', () => {
  const scenes = WALKS.filter(({ kind }) => kind === 'scene');
  const names = [
    'working',
    'input_required',
    'update',
    'completed',
    'failed',
    'cancelled',
    'completion wins',
    'illegal',
  ];
  for (const name of names) expect(scenes.filter(({ title }) => title.startsWith(name)).length, name).toBe(1);
  expect([scenes.length, WALKS.length]).toEqual([8, 13]);
  expect(WALKS[0]?.title).toMatch(/call, wait, question, answer, result/);
  expect(Object.keys(ENDS).sort()).toEqual(WALKS.map(({ id }) => id).sort());
});

test.each(WALKS)(
  'R76 R78 the walk "$title" plays to its end on the demo, and each transition has its sentence',
  async (walk) => {
    const { engine, stage: on, demo, clock } = await stage();
    let taskId: string | undefined;
    for (const step of walk.steps) {
      const played = await now(clock, play(on, step.does ?? [], taskId));
      expect(played.problem, step.say).toBeUndefined();
      taskId = played.taskId;
      await clock.advance(1);
    }
    await clock.advance(10);
    const task = engine.world().tasks.get(taskKey(ENDPOINT, taskId ?? ''));
    expect(task?.gone === undefined ? task?.status : 'gone').toBe(ENDS[walk.id]);
    expect(demo.faults.active()).toEqual([]);
    await engine.close();
    await demo.shutdown();
  },
);

test('a walk that cannot go on says why, in words', async () => {
  const { stage: on } = await stage();
  expect(await play(on, [{ kind: 'poll' }], undefined)).toMatchObject({
    problem: expect.stringContaining('no task yet'),
  });
  const refusing = {
    ...on,
    lab: {
      ask: async () =>
        ({ type: 'ack', id: 1, ok: false, error: { code: 'x', message: 'Not now.' } }) as LabAck,
    },
  };
  const told = await play(refusing, [{ kind: 'lab', command: { do: 'state' } }], undefined);
  expect(told.problem).toBe('Not now.');
});

test('every kind of transition has a sentence', () => {
  const kinds = 'created step asked answered cancel_requested completed failed cancelled expired'.split(' ');
  expect(Object.keys(MEANINGS).sort()).toEqual(kinds.sort());
});
