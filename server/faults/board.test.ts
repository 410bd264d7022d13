import { expect, test } from 'vitest';
import { own } from '../protocol/json.ts';
import { FAULTS, faultNamed, faultOf, faultOfText } from './catalogue.ts';
import { paramsOfText, readParams } from './read-params.ts';
import { world } from './world.suite.ts';

test('every fault has a name of its own, explains itself, and has whole defaults', () => {
  expect(new Set(FAULTS.map(({ name }) => name)).size).toBe(FAULTS.length);
  expect(FAULTS.length).toBeGreaterThan(30);
  for (const fault of FAULTS) {
    expect(fault.breaks.length + fault.look.length, fault.name).toBeGreaterThan(100);
    const params = readParams(fault, {});
    for (const value of Object.values(params)) expect(value, fault.name).not.toBeNull();
    expect(readParams(fault, params)).toEqual(params);
  }
});

test('several are on at once, the last to come outermost; one reset ends them all', async () => {
  const { client, server } = world('terminal-to-working');
  server.faults.on('no-nested-result-type');
  server.faults.on('http-500', { method: 'tools/list', every: 1 });
  expect(server.faults.active().map(({ name }) => name)).toEqual([
    'terminal-to-working',
    'no-nested-result-type',
    'http-500',
  ]);
  const taskId = await client.task('slow_compute', { seconds: 1 });
  await client.run(2000);
  expect(own((await client.get(taskId)).result, 'resultType')).toBeUndefined();
  expect(await client.status(taskId)).toBe('working');
  server.faults.reset();
  expect(server.faults.active()).toEqual([]);
  expect(own((await client.get(taskId)).result, 'resultType')).toBe('complete');
  expect((await client.ask('tools/list')).status).toBe(200);
});

test('while a fault wraps the wire, the short way past it is closed', () => {
  const { server } = world();
  expect(server.answer).toBeDefined();
  server.faults.on('http-500');
  expect(server.answer).toBeUndefined();
  server.faults.off('http-500');
  expect(server.answer).toBeDefined();
  server.faults.on('store-full');
  expect(server.answer).toBeDefined();
});

test('switching tells whoever listens; setting one anew keeps it once', () => {
  const { server } = world();
  let told = 0;
  const leave = server.faults.subscribe(() => {
    told += 1;
  });
  server.faults.on('http-500');
  server.faults.on('http-500', { every: 3 });
  expect(server.faults.active()).toEqual([{ name: 'http-500', params: { method: 'any', every: 3 } }]);
  leave();
  server.faults.reset();
  expect(told).toBe(2);
});

test('createDemoServer takes faults that are on from the start', async () => {
  const { client } = world(undefined, {}, { faults: [faultOf('cancel-ignored')] });
  const taskId = await client.task('slow_compute', { seconds: 1 });
  await client.cancel(taskId);
  await client.run(2000);
  expect(await client.status(taskId)).toBe('completed');
});

test('bad names and parameters are refused in words that say what to write', () => {
  expect(() => faultNamed('nope')).toThrow(/no fault "nope", only: stale-reads, /);
  expect(() => readParams(faultNamed('stale-reads'), { lag: 1 })).toThrow('knows lagMs: leave "lag" out');
  expect(() => readParams(faultNamed('cancel-ignored'), { x: 1 })).toThrow('takes no parameters');
  expect(() => readParams(faultNamed('stale-reads'), { lagMs: 0 })).toThrow('whole number from 1 to 60000');
  expect(() => readParams(faultNamed('listen-dies'), { how: 'x' })).toThrow('one of cut, ended');
  expect(() => readParams(faultNamed('zombie-worker'), { checked: 1 })).toThrow('true or false');
  expect(() => paramsOfText(faultNamed('stale-reads'), '500')).toThrow('name=value');
});

test('a flag or a link names a fault with its parameters', () => {
  expect(faultOfText('stale-reads')).toEqual({ name: 'stale-reads', params: { lagMs: 2000 } });
  expect(faultOfText('stale-reads=lagMs=500')).toEqual({ name: 'stale-reads', params: { lagMs: 500 } });
  expect(faultOfText('listen-dies:afterMs=9,how=cut').params).toEqual({ afterMs: 9, how: 'cut' });
  expect(faultOfText('zombie-worker=checked=false').params).toEqual({ checked: false });
  expect(() => faultOfText('stale-reads=lagMs=soon')).toThrow('whole number');
});
