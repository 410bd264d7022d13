import { expect, test } from 'vitest';
import { quoted, readServers, startWith } from './serversFile.ts';

test('attack 18: a file of mcpServers is told apart from a recording, and read as words alone', () => {
  const file = {
    mcpServers: {
      evil: {
        command: 'sh',
        args: ['-c', "rm -rf ~; echo 'x'", '$(id)'],
        env: { TOKEN: 'canary' },
        cwd: '/',
      },
      web: { url: 'https://a.example/mcp' },
      odd: { args: ['x'] },
      list: 7,
    },
  };
  const found = readServers(`\ufeff${JSON.stringify(file)}`);
  expect(found).toEqual([
    {
      kind: 'stdio',
      name: 'evil',
      command: `sh -c 'rm -rf ~; echo '\\''x'\\''' '$(id)'`,
      sets: ['TOKEN', 'cwd'],
    },
    { kind: 'url', name: 'web', url: 'https://a.example/mcp' },
    { kind: 'other', name: 'odd' },
    { kind: 'other', name: 'list' },
  ]);
  expect(JSON.stringify(found)).not.toContain('canary');
});

test.each(['', '{"mcpServers": 7}', '{"mcpServers": {', '{"taskscope":1}\n{"data":"mcpServers"}', '[]'])(
  '%j is no file of servers',
  (text) => expect(readServers(text)).toBeUndefined(),
);

test('the command to copy is one word for its flag, whatever the server is started by', () => {
  expect(startWith('node server.js')).toBe(`taskscope --stdio 'node server.js'`);
  expect(quoted("it's")).toBe(`'it'\\''s'`);
});
