import { describe, expect, test } from 'vitest';
import type { FromLab, LabState } from '../../../server/protocol/lab.ts';
import { truthKey } from '../derive/truth.ts';
import type { LinkSocket } from '../transport/bridge-link.ts';
import { bench, ENDPOINT } from './demo.suite.ts';

const STATE: LabState = {
  clock: { now: 1_000_000, mono: 0, speed: 10, paused: false, steerable: true },
  workers: [],
  gateway: false,
  faults: [],
};

/** The server's end of sockets, one after the other. */
class FakeLab {
  readonly heard: unknown[] = [];
  #ears = new Map<string, (event: never) => void>();
  opened = 0;
  there = true;

  readonly address = {
    url: 'ws://127.0.0.1:6280/lab',
    status: 'http://127.0.0.1:6280/api/status',
    key: () => 'k' as string | undefined,
    isOwn: (endpoint: string) => endpoint === ENDPOINT,
    fetch: async () => Response.json({ lab: this.there }),
    socket: () => {
      this.opened += 1;
      this.#ears = new Map();
      return {
        send: (text: string) => this.heard.push(JSON.parse(text)),
        close: () => undefined,
        addEventListener: (kind: string, ear: (event: never) => void) => this.#ears.set(kind, ear),
      } as unknown as LinkSocket;
    },
  };

  open(since: number, head: number): void {
    this.#ears.get('open')?.({} as never);
    this.say({ type: 'welcome', version: 1, bootId: 'b', since, head, state: STATE });
  }

  say(message: FromLab): void {
    this.#ears.get('message')?.({ data: JSON.stringify(message) } as never);
  }

  close(code: number): void {
    this.#ears.get('close')?.({ code, reason: '' } as never);
  }
}

const transition = (seq: number, taskId: string, revision: number, serverTime = 0): FromLab => ({
  ...{ type: 'transition', seq, taskId, revision, kind: 'step', from: 'working', to: 'working' },
  ...{ serverTime, mono: null, bootId: null },
});

async function connected() {
  const lab = new FakeLab();
  const it = bench();
  const engine = await it.engine({ lab: lab.address });
  await engine.connect(ENDPOINT);
  await expect.poll(() => lab.opened).toBe(1);
  return { lab, bench: it, engine };
}

describe('the lab of the page’s own server', () => {
  test('is listened to with the key once its endpoint is used, and each true transition goes into the log', async () => {
    const { lab, engine } = await connected();
    lab.open(0, 40);
    expect(lab.heard).toEqual([{ type: 'hello', version: 1, key: 'k' }]);
    lab.say(transition(41, 'tsk_1', 3));
    const note = engine.log.read(engine.log.length - 1);
    expect(note).toMatchObject({
      ...{ kind: 'note', endpoint: ENDPOINT, mono: engine.mono() },
      data: { text: 'truly working (revision 3)', lab: { taskId: 'tsk_1', revision: 3, seq: 41 } },
    });
    expect([...(engine.world().truths?.get(truthKey(ENDPOINT, 'tsk_1')) ?? [])]).toMatchObject([
      { revision: 3, at: engine.mono(), to: 'working' },
    ]);
    expect(engine.exportRecording()).toContain('truly working (revision 3)');
    await engine.close();
  });

  test('of what was before it listened only what is about watched tasks is taken, at the time of the lab’s clock', async () => {
    const { lab, bench: it, engine } = await connected();
    await it.clock.advance(5_000);
    engine.attach(ENDPOINT, 'tsk_mine');
    lab.open(0, 40);
    const before = engine.log.length;
    lab.say(transition(7, 'tsk_other', 2, 999_000));
    expect(engine.log.length).toBe(before);
    lab.say(transition(8, 'tsk_mine', 2, 990_000));
    // 10 s of a clock that goes ten times as fast.
    expect(engine.log.read(before).data).toMatchObject({ lab: { at: engine.mono() - 1_000 } });
    await engine.close();
  });

  test('a lab that went with its server is asked for again, from where it was left; one that let nobody in is not', async () => {
    const { lab, bench: it, engine } = await connected();
    lab.open(0, 0);
    lab.say(transition(41, 'tsk_1', 1));
    lab.close(1006);
    expect((await engine.lab?.())?.connection()).toMatchObject({ kind: 'off', why: { code: 1006 } });
    await it.clock.advance(1_000);
    await expect.poll(() => lab.opened).toBe(2);
    lab.open(41, 41);
    expect(lab.heard.at(-1)).toMatchObject({ since: 41 });
    lab.close(4401);
    await it.clock.advance(100_000);
    expect(lab.opened).toBe(2);
    await engine.close();
  });

  test('is not knocked at without the key, nor where the server has none; commands are refused then', async () => {
    const lab = new FakeLab();
    lab.there = false;
    const engine = await bench().engine({ lab: lab.address });
    await engine.connect(ENDPOINT);
    const client = await engine.lab?.();
    await expect.poll(() => client?.connection()).toEqual({ kind: 'off', why: 'no-lab' });
    expect(await client?.ask({ do: 'state' })).toMatchObject({ ok: false, error: { code: 'lost' } });
    expect(lab.opened).toBe(0);
    await engine.close();

    const without = await bench().engine({ lab: { ...lab.address, key: () => undefined } });
    const other = await without.lab?.();
    other?.open();
    await expect.poll(() => other?.connection()).toEqual({ kind: 'off', why: 'no-key' });
    await without.close();
  });

  test('a command has its ack, and the state that comes with it is shown', async () => {
    const { lab, engine } = await connected();
    lab.open(0, 0);
    const client = await engine.lab?.();
    const asked = client?.ask({ do: 'clock/jump', ms: 60_000 });
    expect(lab.heard.at(-1)).toEqual({ type: 'command', id: 1, do: 'clock/jump', ms: 60_000 });
    const state = { ...STATE, gateway: true };
    lab.say({ type: 'ack', id: 1, ok: true, moved: 60_000, state });
    expect(await asked).toMatchObject({ ok: true, moved: 60_000 });
    expect(client?.connection()).toEqual({ kind: 'open', state });
    await engine.close();
  });
});
