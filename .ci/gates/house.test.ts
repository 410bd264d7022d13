import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkHouse, checkTable, missingModules, tableLines } from '../house.mjs';
import { plantTree, repo, type Tree } from './tree.ts';

const README = `# x\n\n## The house\n\n${tableLines().join('\n')}\n\n## Next\n`;
const value = 'export const value = 1;\n';
const takes = (...from: string[]) => `${from.map((path) => `import '${path}';`).join('\n')}\n${value}`;

/** Good files that the planted ones import. */
const ground = {
  'README.md': README,
  'server/protocol/a.ts': value,
  'server/ports/a.ts': takes('../protocol/a.ts'),
  'server/tasks/a.ts': takes('../ports/a.ts'),
  'server/rpc/a.ts': takes('../tasks/a.ts', '@cfworker/json-schema'),
  'server/http/a.ts': takes('../rpc/a.ts', 'eventsource-parser'),
  'server/stores/memory/a.ts': takes('../../ports/a.ts'),
  'server/stores/sqlite/a.ts': takes('../../ports/a.ts', 'better-sqlite3', 'node:fs'),
  'server/node/a.ts': takes('../ports/a.ts', 'node:http', 'hono'),
  'server/index.ts': takes('./http/a.ts'),
  'server/cli.ts': takes('./node/a.ts', './index.ts', './stores/sqlite/a.ts', 'open'),
  'app/engine/index.ts': takes('../../server/protocol/a.ts', './log/a.ts'),
  'app/engine/log/a.ts': takes('idb'),
  'app/engine/derive/a.ts': value,
  'app/engine/client/a.ts': takes('../derive/a.ts'),
  'app/ui/a.tsx': takes('@base-ui/react', './a.css'),
  'app/ui/a.css': '',
  'app/forms/a.ts': `import type { value as engine } from '../engine/index.ts';\nexport type Engine = typeof engine;\n`,
  'app/forms/check.worker.ts': takes('ajv', '@rjsf/validator-ajv8'),
  'app/features/tasks/a.tsx': takes('./b.ts', '../../engine/index.ts', '../../engine/derive/a.ts', 'react'),
  'app/features/tasks/b.ts': takes('../../ui/a.tsx', '../../forms/a.ts'),
  'app/features/traffic/a.tsx': takes('../../ui/a.tsx'),
  'app/shell/a.tsx': takes('../features/tasks/a.tsx', 'react-dom'),
  'app/main.tsx': takes('./shell/a.tsx', './engine/client/a.ts', 'react-dom'),
  'server/tasks/a.test.ts': takes('vitest', '../stores/memory/a.ts', 'node:fs', './a.ts'),
};

/** Each planted file and the one complaint it must bring. */
const planted: [file: string, text: string, complaint: RegExp][] = [
  ['server/protocol/room.ts', takes('../ports/a.ts'), /^room:server\/protocol: .* -> server\/ports\/a\.ts/],
  ['server/protocol/package.ts', takes('idb'), /^packages:server\/protocol: /],
  ['server/protocol/node.ts', takes('node:fs'), /^node:server\/protocol: .* -> fs/],
  [
    'server/ports/type.ts',
    `import type { Buffer } from 'node:buffer';\nexport type B = Buffer;\n`,
    /^node:server\/ports: /,
  ],
  ['server/tasks/up.ts', takes('../rpc/a.ts'), /^room:server\/tasks: /],
  ['server/tools/node.ts', takes('node:timers'), /^node:server\/tools: /],
  ['server/rpc/package.ts', takes('hono'), /^packages:server\/rpc: /],
  ['server/http/decides.ts', takes('../tasks/a.ts'), /^room:server\/http: /],
  ['server/stores/memory/other.ts', takes('../sqlite/a.ts'), /^room:server\/stores\/memory: /],
  ['server/stores/file/package.ts', takes('better-sqlite3'), /^packages:server\/stores\/file: /],
  ['server/faults/room.ts', takes('../http/a.ts'), /^room:server\/faults: /],
  ['server/node/room.ts', takes('../rpc/a.ts'), /^room:server\/node: /],
  ['app/engine/server.ts', takes('../../server/tasks/a.ts'), /^room:app\/engine: /],
  ['app/engine/react.ts', takes('react'), /^packages:app\/engine: /],
  ['app/engine/client/idb.ts', takes('idb'), /^packages:app\/engine: /],
  ['app/forms/value.ts', takes('../engine/index.ts'), /^types-only:app\/forms: /],
  ['app/forms/ajv.ts', takes('ajv'), /^packages:app\/forms: /],
  ['app/forms/rjsf.ts', takes('@rjsf/validator-ajv8'), /^packages:app\/forms: /],
  ['app/forms/static.ts', takes('./check.worker.ts'), /^no-worker-import: /],
  ['app/ui/domain.tsx', takes('../engine/derive/a.ts'), /^room:app\/ui: /],
  [
    'app/features/tasks/other.ts',
    takes('../traffic/a.tsx'),
    /^room:app\/features\/\*: .* -> app\/features\/traffic/,
  ],
  ['app/features/tasks/deep.ts', takes('../../engine/client/a.ts'), /^room:app\/features\/\*: /],
  ['app/features/tasks/server.ts', takes('../../../server/http/a.ts'), /^room:app\/features\/\*: /],
  ['app/mocks/room.ts', takes('../../server/http/a.ts'), /^room:app\/mocks: /],
  ['app/shell/server.ts', takes('../../server/index.ts'), /^room:app\/shell: /],
  ['server/tasks/uses-test.ts', takes('./a.test.ts'), /^no-test-in-product: /],
  ['server/tasks/lost.ts', takes('./nowhere.ts'), /^no-unresolvable: /],
  ['server/tasks/foreign.ts', takes('path-parse'), /^no-undeclared-package: |^packages:server\/tasks: /],
  ['server/tasks/orphan.ts', value, /^no-orphan: /],
  ['server/tasks/circle-a.ts', takes('./circle-b.ts'), /^no-circular: /],
  ['server/tasks/circle-b.ts', takes('./circle-a.ts'), /^no-circular: /],
  ['server/tasks/types.ts', takes('./a.ts'), /^catch-all: /],
  ['app/engine/utils/x.ts', takes('../derive/a.ts'), /^catch-all: /],
  ['server/elsewhere/x.ts', takes('../protocol/a.ts'), /^no-room: /],
  ['app/engine/long.ts', `${takes('./derive/a.ts')}${'//\n'.repeat(300)}`, /^too-long: /],
];

describe('the house gate', () => {
  let tree: Tree;
  let problems: string[];
  beforeAll(() => {
    tree = plantTree(ground);
    tree.write(Object.fromEntries(planted.map(([file, text]) => [file, text])));
    problems = checkHouse({ root: tree.root }).problems;
  });
  afterAll(() => tree.remove());

  test.each(planted)('catches %s', (file, _text, complaint) => {
    const own = problems.filter(
      (problem) => problem.split(' ').includes(file) || problem.includes(`: ${file} `),
    );
    expect(own.some((problem) => complaint.test(problem))).toBe(true);
  });

  test('complains about nothing else', () => {
    const files = planted.map(([file]) => file);
    expect(problems.filter((problem) => !files.some((file) => problem.includes(file)))).toEqual([]);
  });
});

test('a cruiser that sees fewer modules than git lists fails the gate', () => {
  const tree = plantTree(ground);
  const config = join(tree.root, 'blind.cjs');
  const real = JSON.stringify(join(repo, '.dependency-cruiser.cjs'));
  writeFileSync(
    config,
    `const real = require(${real});\nmodule.exports = { ...real, options: { ...real.options, exclude: '^server/node' } };\n`,
  );
  const { problems } = checkHouse({ root: tree.root, config });
  expect(problems).toEqual([expect.stringContaining('did not see server/node/a.ts')]);
  tree.remove();
  expect(missingModules(['a.ts', 'b.ts'], [])).toHaveLength(2);
});

test("README's table: drift, a missing row and a missing file are caught, spacing is not", () => {
  expect(checkTable(README)).toEqual([]);
  expect(checkTable(README.replace(/\| none \|/g, '|   none   |'))).toEqual([]);
  const lines = tableLines();
  expect(checkTable(README.replace('`hono`', '`express`'))[0]).toContain(lines.join('\n'));
  expect(checkTable(README.replace(`${lines[4]}\n`, ''))).toHaveLength(1);
  expect(checkTable('')).toHaveLength(1);
});
