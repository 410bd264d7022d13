// tasks/get against a bare node:http echo and against the SDK's handler, in turn, round by round.
import { judge, median } from './figures.mjs';
import { load, openConnection } from './load.mjs';
import { create, get, request, resultOf } from './messages.mjs';
import { startCommand, startYardstick } from './servers.mjs';

const CONNECTIONS = 16;
const MS = 400;
/** Until the just-in-time compiler has seen enough of each, ms. */
const WARM_MS = 3_000;

export async function measureGet(dir, rounds) {
  const demo = await startCommand(dir);
  const line = await openConnection(demo.url);
  const { tools } = resultOf(await line.send(request(demo.url, 'tools/list')));
  const ids = [];
  for (let i = 0; i < 100; i += 1) ids.push(resultOf(await line.send(create(demo.url))).taskId);
  const task = resultOf(await line.send(get(demo.url, ids[0])));
  line.close();
  const echo = await startYardstick('echo');
  const sdk = await startYardstick('sdk', JSON.stringify({ tools, task }));
  const servers = { echo, demo, sdk };
  const messages = Object.fromEntries(
    Object.entries(servers).map(([name, { url }]) => [name, ids.map((id) => get(url, id))]),
  );
  const measure = async (name, ms) => {
    const { url, used } = servers[name];
    let turn = 0;
    const next = () => messages[name][turn++ % ids.length];
    const check = ({ status }) => {
      if (status !== 200) throw new Error(`${name} answered ${status}`);
    };
    const before = await used();
    const { count, took } = await load({ url, connections: CONNECTIONS, ms, next, check, awake: true });
    return { rate: (count / took) * 1000, cpuMs: ((await used()).cpuMs - before.cpuMs) / count };
  };
  for (const name of Object.keys(servers)) await measure(name, WARM_MS);
  const seen = { echo: [], demo: [], sdk: [] };
  for (let round = 0; round < rounds * 3; round += 1)
    for (const name of Object.keys(servers)) seen[name].push(await measure(name, MS));
  for (const { stop } of Object.values(servers)) await stop();
  const ratios = (of, to) => seen[of].map(({ rate }, i) => rate / seen[to][i].rate);
  const microseconds = (name) => (median(seen[name].map(({ cpuMs }) => cpuMs)) * 1000).toFixed(0);
  const perSecond = (name) => median(seen[name].map(({ rate }) => rate)).toFixed(0);
  return {
    figures: [
      judge({
        what: '`tasks/get` to a bare `node:http` echo, requests a second',
        values: ratios('demo', 'echo'),
        target: 0.5,
        why:
          'The echo does nothing but `node:http`. A get also parses its request, checks Host, Origin, credentials and seven headers, finds the ' +
          'task that its owner may see (one look for all of a turn of the event loop whether another process has written; where none has, the ' +
          'task as it was read still stands), and goes through the layers of the demo.',
      }),
      judge({
        what: "`tasks/get` to the SDK's handler with the same tools, requests a second",
        values: ratios('demo', 'sdk'),
        target: 8,
        why: 'The SDK builds a server with every tool for each request; the fewer the tools, the smaller the ratio.',
      }),
    ],
    notes: [
      `Requests a second at ${CONNECTIONS} connections (medians): echo ${perSecond('echo')}, tasks/get ${perSecond('demo')}, SDK ${perSecond('sdk')}. ` +
        `Processor time a request: echo ${microseconds('echo')} µs, tasks/get ${microseconds('demo')} µs, SDK ${microseconds('sdk')} µs.`,
    ],
  };
}
