import { once } from 'node:events';
import { createWriteStream } from 'node:fs';

const AT = 'http://127.0.0.1:1/mcp';
const WALL = 1_785_240_000_000;
const pad = 'x'.repeat(120);

function snapshot(n, status) {
  const at = new Date(WALL + n).toISOString();
  return {
    taskId: `tsk_${String(n % 200).padStart(20, '0')}`,
    status,
    statusMessage: `step ${n} ${pad}`,
    createdAt: '2026-07-28T12:00:00.000Z',
    lastUpdatedAt: at,
    ttlMs: 900_000,
    pollIntervalMs: 1_000,
  };
}

/**
 * Writes a recording of so many messages: a quarter polls of 200 tasks, each a request and an answer, the rest pushes on one stream.
 * @returns the characters of their bodies
 */
export async function writeRecording(file, messages) {
  const out = createWriteStream(file);
  let seq = 0;
  let mono = 0;
  let raw = 0;
  const polls = Math.floor(messages / 4);
  const events = 3 + polls * 4 + (messages - polls - 1);
  const put = async (part) => {
    const body = part.body === undefined ? null : { text: part.body };
    raw += part.body?.length ?? 0;
    const event = {
      ...{ seq, kind: 'note', mono, wall: WALL + mono, recording: 'bench', tab: 't', endpoint: AT },
      ...{ exchange: null, cause: null, method: null, status: null, headers: null, view: null, data: null },
      ...part,
      body,
    };
    seq += 1;
    mono += 1;
    if (!out.write(`${JSON.stringify(event)}\n`)) await once(out, 'drain');
  };
  const header = { taskscope: 'recording', version: 1, recording: 'bench', startedAt: WALL, events };
  out.write(`${JSON.stringify(header)}\n`);
  await put({ kind: 'recording', endpoint: null, data: { what: 'started', version: 1, app: 'bench' } });
  const rpc = (id, rest) => JSON.stringify({ jsonrpc: '2.0', id, ...rest });
  const json = [['Content-Type', 'application/json']];
  await put({
    ...{ kind: 'request', exchange: 'l', method: 'subscriptions/listen', headers: json },
    ...{ body: rpc(0, { method: 'subscriptions/listen', params: {} }), data: { url: AT, id: 0 } },
  });
  await put({
    kind: 'head',
    exchange: 'l',
    status: 200,
    headers: [['Content-Type', 'text/event-stream']],
    view: 'full',
  });
  for (let n = 1; n < messages; n += 1) {
    const status = n % 7 === 0 ? 'input_required' : 'working';
    if (n % 4 !== 0) {
      const body = JSON.stringify({
        jsonrpc: '2.0',
        method: 'notifications/tasks',
        params: snapshot(n, status),
      });
      await put({ kind: 'frame', exchange: 'l', body, data: { n } });
      continue;
    }
    const exchange = `x${n}`;
    const { taskId } = snapshot(n, status);
    await put({
      ...{ kind: 'request', exchange, method: 'tasks/get', headers: json },
      ...{ body: rpc(n, { method: 'tasks/get', params: { taskId } }), data: { url: AT, id: n } },
    });
    const body = rpc(n, { result: { resultType: 'complete', ...snapshot(n, status) } });
    await put({ kind: 'head', exchange, status: 200, headers: json, view: 'full' });
    await put({ kind: 'body', exchange, body, data: { bytes: body.length } });
    await put({ kind: 'end', exchange, data: { bytes: body.length, by: 'server' } });
  }
  out.end();
  await once(out, 'finish');
  return { raw, events: seq };
}
