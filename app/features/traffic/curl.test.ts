import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { curlOf } from './curl.ts';

test('the command survives a shell: quotes, dollars and newlines stay as they are', () => {
  const body = `{"a":"it's $HOME \`x\`\\n","n":9007199254740993}`;
  const command = curlOf("http://x.test/mcp?q='1", [['Mcp-Method', 'tools/call']], body).replace(
    /^curl/,
    'printf "%s\\n"',
  );
  const words = execFileSync('sh', ['-c', command], { encoding: 'utf8' }).split('\n');
  expect(words).toContain("http://x.test/mcp?q='1");
  expect(words).toContain('Mcp-Method: tools/call');
  expect(words).toContain(body);
});
