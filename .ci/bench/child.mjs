// What each measured server says to the bench that forked it: where it is, and what it has used.

/** @param url where it serves; @param ask answers what only this server knows */
export function serveBench(url, ask = async () => undefined) {
  process.on('message', async ({ id, what, ...rest }) => {
    if (what === 'used') {
      if (globalThis.gc && rest.collect) globalThis.gc();
      const { user, system } = process.cpuUsage();
      process.send({ id, cpuMs: (user + system) / 1000, rss: process.memoryUsage.rss() });
    } else process.send({ id, answer: await ask(what, rest) });
  });
  process.on('disconnect', () => process.exit(0));
  process.send({ url });
}
