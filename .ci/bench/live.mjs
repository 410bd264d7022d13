// The memory of a server that holds many live tasks and many open listens.
import { connect } from 'node:net';
import { judge } from './figures.mjs';
import { load } from './load.mjs';
import { create, request, resultOf } from './messages.mjs';
import { startCommand } from './servers.mjs';

const TASKS = 10_000;
const LISTENS = 1_000;
const MB = 1024 * 1024;

/** Opens a listen and resolves when its acknowledgement has come. */
function listen(url, taskIds) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const opened = new Promise((done, fail) => {
    let text = '';
    socket.on('error', fail);
    socket.on('data', (chunk) => {
      if (text.includes('subscriptions/acknowledged')) return;
      text += chunk.toString('latin1');
      if (text.includes('subscriptions/acknowledged')) done();
    });
    socket.on('close', () => fail(new Error(`a listen ended:\n${text}`)));
  });
  socket.write(request(url, 'subscriptions/listen', { notifications: { taskIds } }));
  return { opened, close: () => socket.removeAllListeners('close').destroy() };
}

export async function measureLive(dir) {
  const demo = await startCommand(dir);
  const { url } = demo;
  const ids = [];
  const check = (answer) => ids.push(resultOf(answer).taskId);
  while (ids.length < TASKS) {
    const left = TASKS - ids.length;
    await load({
      url,
      connections: Math.min(16, left),
      ms: left < 200 ? 1 : 500,
      next: () => create(url),
      check,
    });
  }
  const listens = [];
  for (let i = 0; i < LISTENS; i += 1) {
    const one = listen(url, ids.slice(i * 10, i * 10 + 10));
    listens.push(one);
    await one.opened;
  }
  const used = [];
  for (let look = 0; look < 3; look += 1) used.push((await demo.used(true)).rss / MB);
  for (const { close } of listens) close();
  await demo.stop();
  return {
    figures: [
      judge({
        what: `resident memory with ${TASKS} live tasks and ${LISTENS} open listens of ten tasks each`,
        unit: 'MB',
        values: used,
        target: 300,
        most: true,
        why: 'Tasks are in SQLite and cost no memory; each listen costs a connection, a stream and an entry a task.',
      }),
    ],
    notes: [`${ids.length} tasks were made, and each listen had its acknowledgement before memory was read.`],
  };
}
