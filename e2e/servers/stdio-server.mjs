// A server on stdio, by hand: discovery, a list, one tool that says where it runs. `--noise` prints a banner, `--crash` ends at once.
import { createInterface } from 'node:readline';

if (process.argv.includes('--crash')) {
  console.error('the licence has run out');
  process.exit(7);
}
console.error('ready');
if (process.argv.includes('--noise')) console.log('*** welcome ***');

const RESULTS = {
  'server/discover': {
    supportedVersions: ['2026-07-28'],
    capabilities: { tools: {} },
    ttlMs: 0,
    cacheScope: 'private',
    _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'by-hand', version: '1' } },
  },
  'tools/list': {
    tools: [{ name: 'where', inputSchema: { type: 'object' } }],
    ttlMs: 0,
    cacheScope: 'private',
  },
  'tools/call': { content: [{ type: 'text', text: `process ${process.pid}` }], isError: false },
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method } = JSON.parse(line);
  if (id === undefined || process.argv.includes('--only-noise')) continue;
  const result = RESULTS[method];
  const answer =
    result === undefined
      ? { error: { code: -32601, message: 'Method not found' } }
      : { result: { resultType: 'complete', ...result } };
  console.log(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
}
