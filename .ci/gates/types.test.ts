import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkTypes } from '../types.mjs';
import { plantTree, repo, type Tree } from './tree.ts';

describe('the types gate', () => {
  const good = {
    'server/protocol/good.ts': 'export const at = (ms: number): string => new Date(ms).toISOString();\n',
    'server/http/good.ts':
      "import { at } from '../protocol/good.ts';\nexport const answer = (r: Request): Response => new Response(at(r.url.length));\n",
    'server/node/good.ts': "import { pid } from 'node:process';\nexport const own: number = pid;\n",
    'app/good.tsx':
      'export const title = (): string => document.title;\nexport const view = <p>{title()}</p>;\n',
    'server/protocol/good.test.ts':
      "import { at } from './good.ts';\nconsole.log(at(process.pid), document.title);\n",
  };
  const planted: [file: string, text: string, complaint: string][] = [
    ['server/protocol/dom.ts', 'export const title = document.title;\n', "Cannot find name 'document'"],
    ['server/ports/timer.ts', 'setTimeout(() => {}, 1);\nexport {};\n', "Cannot find name 'setTimeout'"],
    ['server/tasks/web.ts', 'export type R = Request;\n', "Cannot find name 'Request'"],
    ['server/tools/node.ts', 'export const p = process.pid;\n', "Cannot find name 'process'"],
    ['server/rpc/node.ts', "export const b = Buffer.from('');\n", "Cannot find name 'Buffer'"],
    ['server/http/dom.ts', 'export const d = document;\n', "Cannot find name 'document'"],
    ['app/node.ts', 'export const p = process.env;\n', "Cannot find name 'process'"],
    ['server/rpc/index.ts', 'export const f = (a: string[]): string => a[0];\n', 'is not assignable'],
    ['server/rpc/enum.ts', 'export enum E {\n  A,\n}\n', 'erasableSyntaxOnly'],
    ['app/leak.ts', "import type { PathLike } from 'node:fs';\nexport type P = PathLike;\n", "'node:fs'"],
  ];
  let tree: Tree;
  let problems: string[];
  beforeAll(() => {
    tree = plantTree({ ...good, ...Object.fromEntries(planted.map(([file, text]) => [file, text])) });
    problems = checkTypes(tree.root);
  });
  afterAll(() => tree.remove());

  test.each(planted)('catches %s', (file, _text, complaint) => {
    expect(problems.filter((line) => line.startsWith(`${file}(`)).join('\n')).toContain(complaint);
  });
  test('complains about nothing else', () => {
    expect(
      problems.filter((line) => /^[^ ]/.test(line) && !planted.some(([file]) => line.startsWith(file))),
    ).toEqual([]);
  });
});

test("a reference that brings Node's types into the core is caught", () => {
  const tree = plantTree({
    'server/protocol/leak.ts': '/// <reference types="node" />\nexport const p = process.pid;\n',
  });
  const reads = /^types-leak: tsconfig\.core\.json reads .*(?:@types\/node|undici-types)\//;
  expect(checkTypes(tree.root)).toContainEqual(expect.stringMatching(reads));
  tree.remove();
});

describe('the lint gate', () => {
  const planted: [rule: string, text: string][] = [
    ['lint/suspicious/noExplicitAny', 'export const loose = (value: any): unknown => value;\n'],
    ['lint/style/noDefaultExport', 'export default 1;\n'],
    ['lint/correctness/noUnusedVariables', 'const unused = 1;\n\nexport {};\n'],
    ['lint/suspicious/noFocusedTests', "import { test } from 'vitest';\n\ntest.only('x', () => {});\n"],
    ['format', 'export   const value = "double"\n'],
  ];
  test('catches each planted file', () => {
    const files = Object.fromEntries(planted.map(([, text], i) => [`server/rpc/planted-${i}.ts`, text]));
    const tree = plantTree({ ...files, 'server/rpc/good.ts': "export const value = 'single';\n" });
    const bin = join(repo, 'node_modules/@biomejs/biome/bin/biome');
    const args = [bin, 'check', '--error-on-warnings', '--reporter=json', 'server'];
    const run = spawnSync(process.execPath, args, { cwd: tree.root, encoding: 'utf8' });
    tree.remove();
    expect(run.status).toBe(1);
    const { diagnostics } = JSON.parse(run.stdout.slice(run.stdout.indexOf('{')));
    const found = (name: string) =>
      diagnostics
        .filter((d: unknown) => JSON.stringify(d).includes(name))
        .map((d: { category: string }) => d.category);
    planted.forEach(([rule], i) => {
      expect(found(`planted-${i}.ts`)).toContain(rule);
    });
    expect(found('good.ts')).toEqual([]);
  });
});
