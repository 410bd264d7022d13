import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { own } from '../../protocol/json.ts';
import type { LabTransition } from '../../protocol/lab.ts';
import { META } from '../../protocol/meta.ts';
import { harness } from '../harness.suite.ts';
import { KEY_FILE } from '../key.ts';
import { RpcClient } from '../rpc-client.ts';
import { approve, report } from '../watch.suite.ts';
import { LabClient } from './client.ts';

const command = harness('lab');

async function started(...flags: string[]) {
  const running = command.start('--port', '0', ...flags);
  const { origin } = await running.link;
  const key = (await readFile(join(command.dir, KEY_FILE), 'utf8')).trim();
  const lab = (since?: number) => LabClient.connect(origin, since === undefined ? { key } : { key, since });
  return { running, origin, key, lab, mcp: new RpcClient(`${origin}/mcp`) };
}

describe('the lab over a real WebSocket', () => {
  it('R74: a report is stepped from its call to its end, and each transition is told once, in order', async () => {
    const { lab: open, mcp } = await started();
    const lab = await open();
    expect(lab.welcome).toMatchObject({ version: 1, since: 0, head: 0 });
    const { state } = await lab.do({ do: 'worker/pause' });
    expect(state.workers).toMatchObject([{ server: null, state: 'paused' }]);
    await lab.do({ do: 'clock/pause' });
    const taskId = await report(mcp);
    const told: LabTransition[] = [await lab.transition()];
    const step = async () => {
      await lab.do({ do: 'clock/step' });
      expect(await lab.do({ do: 'worker/step' })).toMatchObject({ stepped: true });
      told.push(await lab.transition());
    };
    expect(await lab.do({ do: 'worker/step' })).toMatchObject({ stepped: false });
    while (told.at(-1)?.to === 'working') await step();
    expect(await mcp.call(1, 'tasks/get', { taskId })).toMatchObject({ status: 'input_required' });
    await approve(mcp, taskId);
    told.push(await lab.transition());
    while (told.at(-1)?.to === 'working') {
      // What an answer makes due is due at once.
      if (!(await lab.do({ do: 'worker/step' })).stepped) await step();
      else told.push(await lab.transition());
    }
    expect(told.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['created', 'asked', 'answered', 'completed']),
    );
    expect(told.map(({ seq, revision }) => [seq, revision])).toEqual(told.map((_, n) => [n + 1, n + 1]));
    expect(told.slice(1).map(({ from }) => from)).toEqual(told.slice(0, -1).map(({ to }) => to));
    expect(new Set(told.map((one) => `${one.taskId} ${one.bootId}`))).toEqual(
      new Set([`${taskId} ${lab.welcome.bootId}`]),
    );
    const result = await mcp.call(2, 'tasks/get', { taskId });
    expect(result).toMatchObject({ status: 'completed' });
    expect(own(own(result, '_meta'), META.revision)).toBe(told.at(-1)?.revision);
  });

  it('R73: after kill -9 the boot is another, the clock goes on, and nothing that was committed is lost', async () => {
    const first = await started();
    const lab = await first.lab();
    await lab.do({ do: 'clock/jump', ms: 3_600_000 });
    await lab.do({ do: 'clock/speed', speed: 100 });
    const ids = [await report(first.mcp), await report(first.mcp)];
    const before: LabTransition[] = [];
    while (before.filter(({ kind }) => kind === 'asked').length < 2) before.push(await lab.transition());
    const { clock } = (await lab.do({ do: 'state' })).state;
    const seen = before[2]?.seq ?? 0;
    first.running.kill('SIGKILL');
    await first.running.exit;

    const second = await started();
    const again = await second.lab(seen);
    expect(again.welcome.bootId).not.toBe(lab.welcome.bootId);
    expect(again.welcome).toMatchObject({ since: seen, state: { clock: { speed: 100, paused: false } } });
    expect(again.welcome.state.clock.now).toBeGreaterThanOrEqual(clock.now);
    expect(again.welcome.state.clock.now).toBeLessThan(Date.now() + 2 * 3_600_000 + 100 * 60_000);
    const rest: LabTransition[] = [];
    while (rest.length < before.length - 3) rest.push(await again.transition());
    expect(rest).toEqual(before.slice(3));
    for (const taskId of ids) await approve(second.mcp, taskId);
    const folded = new Map<string, number>();
    for (const one of before) folded.set(one.taskId, one.revision);
    let ended = 0;
    for (let seq = again.welcome.head; ended < 2; ) {
      const one = await again.transition();
      expect(one.seq).toBe(seq + 1);
      expect(one.revision).toBe((folded.get(one.taskId) ?? 0) + 1);
      expect(one.bootId).toBe(again.welcome.bootId);
      folded.set(one.taskId, one.revision);
      seq = one.seq;
      if (one.to === 'completed') ended += 1;
    }
  });

  it('wrong key, foreign page and --no-lab are kept out, and the revision is left out with the lab', async () => {
    const on = await started();
    const { origin, key } = on;
    await expect(LabClient.connect(origin, { key: 'x' })).rejects.toMatchObject({
      code: 4401,
      message: expect.stringContaining('open the link that the terminal shows'),
    });
    for (const page of ['https://evil.example', 'null', `${origin}.evil.example`])
      await expect(LabClient.connect(origin, { key, origin: page })).rejects.toMatchObject({ code: 403 });
    (await LabClient.connect(origin, { key, origin })).close();
    on.running.kill('SIGTERM');
    await on.running.exit;
    const off = await started('--no-lab');
    await expect(off.lab()).rejects.toMatchObject({ code: 404 });
    const taskId = await report(off.mcp);
    const meta = own(await off.mcp.call(1, 'tasks/get', { taskId }), '_meta');
    expect(own(meta, META.revision)).toBeUndefined();
    expect(own(meta, META.serverInfo)).toBeDefined();
  });

  it('R6 R72 with --replicas 2: transitions of both are told in one order, and both are steered', async () => {
    const { lab: open, origin, key, mcp } = await started('--replicas', '2', '--round-robin');
    const lab = await open();
    expect(lab.welcome.state).toMatchObject({ gateway: true, workers: [{ server: 'a' }, { server: 'b' }] });
    await lab.do({ do: 'worker/pause' });
    const ids = [await report(mcp), await report(mcp), await report(mcp)];
    const told: LabTransition[] = [];
    for (const _ of ids) told.push(await lab.transition());
    expect(told.map(({ taskId }) => taskId)).toEqual(ids);
    expect(new Set(told.map(({ bootId }) => bootId)).size).toBe(2);
    await lab.do({ do: 'clock/jump', ms: 60_000 });
    expect(await lab.do({ do: 'worker/step', server: 'b' })).toMatchObject({ stepped: true });
    const stepped = await lab.transition();
    expect(stepped).toMatchObject({ seq: 4, revision: 2 });
    expect(stepped.serverTime - (told[0]?.serverTime ?? 0)).toBeGreaterThanOrEqual(60_000);
    const { routes } = await lab.do({ do: 'routes/list' });
    expect(routes).toMatchObject({ routing: 'by-turn', requests: [], routes: expect.any(Array) });
    expect(await lab.ask({ do: 'worker/step', server: 'z' })).toMatchObject({
      ok: false,
      error: { code: 'no-such-server' },
    });
    const killed = await lab.do({ do: 'worker/kill', server: 'a' });
    expect(killed.state.workers).toMatchObject([{ state: 'dead' }, { state: 'paused' }]);
    const back = await lab.do({ do: 'worker/replace', server: 'a' });
    expect(back.state.workers).toMatchObject([{ state: 'running' }, { state: 'paused' }]);
    expect((await LabClient.connect(origin, { key, since: 0 })).welcome.since).toBe(0);
  });
});
