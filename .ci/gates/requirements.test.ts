import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { copyTree, survives } from '../mutations.mjs';
import { checkRequirements, readAll, tableOf } from '../requirements.mjs';
import { isNamed, numbersIn, testsOf } from '../test-names.mjs';
import { plantTree } from './tree.ts';

const names = (source: string) => testsOf('server/a.test.ts', source).map(({ full }) => full);

describe('the names of tests', () => {
  test('a test has the names of the groups around it', () => {
    const source = `describe('R1: outer', () => { describe("inner", () => { it('a', () => {}); }); test(\`b\`, on(open)); });`;
    expect(names(source)).toEqual(['R1: outer inner a', 'R1: outer b']);
  });
  test('a table that is written out gives a name a row; another one keeps its template', () => {
    const rows = `test.each([['R1 x', 1], ['R2 y', 2]] as const)('%s works %i', () => {});`;
    expect(names(rows)).toEqual(['R1 x works %i', 'R2 y works %i']);
    expect(names(`test.each([{ name: 'R3' }, { name: 'R4' }])('$name works', () => {});`)).toEqual([
      'R3 works',
      'R4 works',
    ]);
    expect(names(`test.each(ROWS)('R5: %s', () => {});`)).toEqual(['R5: %s']);
    const inLoop = 'for (const x of xs) test(`R6: $' + '{x} works`, () => {});';
    expect(names(inLoop)).toEqual(['R6: %s works']);
    expect(names(`describe.each(STORES)('R7 on %s', () => { test('a', () => {}); });`)).toEqual([
      'R7 on %s a',
    ]);
  });
  test('what never runs counts for nothing, and neither does anything else that takes a string', () => {
    expect(
      names(`test.skip('R1', () => {}); it.todo('R2'); describe.skip('R3', () => { test('a', f); });`),
    ).toEqual(['a']);
    expect(names(`expect('R1'); "R2".match('R3'); step('R4', () => {});`)).toEqual([]);
    expect(
      names(`test.describe('R5', () => { test('a', () => {}); }); test.skipIf(no)('R6', () => {});`),
    ).toEqual(['R5 a', 'R6']);
  });
  test('numbers are words, each told once', () => {
    expect(numbersIn('S23 (R3, R72): R3 and TR4, R5a')).toEqual(['R3', 'R72']);
  });
  test('a template stands for its rows', () => {
    expect(isNamed('R1: %s ends (%i)', 'R1: decline ends (3)')).toBe(true);
    expect(isNamed('R1: $what ends', 'R1: it all ends')).toBe(true);
    expect(isNamed('R1: %s ends', 'R1: decline')).toBe(false);
    expect(isNamed('R1. ends', 'R1x ends')).toBe(false);
  });
});

interface World {
  list: {
    due: string[];
    statements: { number: string; statement: string; source: string; due: Record<string, string> }[];
    lesson: { point: string; requirements: string[] }[];
  };
  mutations: Record<string, string>[];
  files: Record<string, string>;
}

/** Two numbers, R1 due and tested, R2 not yet: nothing to complain about. */
const good = (): World => ({
  list: {
    due: ['slice'],
    statements: [
      { number: 'R1', statement: 'It works.', source: 'L', due: { server: 'slice' } },
      { number: 'R2', statement: 'It works | later.', source: 'L,N', due: { server: 'demo', app: 'demo' } },
    ],
    lesson: [{ point: 'working', requirements: ['R1'] }],
  },
  mutations: [
    {
      requirement: 'R1',
      mutation: 'it does not work',
      file: 'server/a.ts',
      find: 'works = true',
      replace: 'works = false',
      test: 'R1: works',
    },
  ],
  files: {
    'server/a.ts': 'export const works = true;\n',
    'server/a.test.ts': `test('R1: works', () => {});\n`,
    'server/b.test.ts': 'bSuite();\n',
  },
});

function problemsOf(change: (world: World) => void, fresh = true): string[] {
  const world = good();
  const tests = () => Object.entries(world.files).flatMap(([file, source]) => testsOf(file, source));
  world.files['docs/requirements.md'] = tableOf({ ...world, tests: tests() });
  change(world);
  if (fresh) world.files['docs/requirements.md'] = tableOf({ ...world, tests: tests() });
  return checkRequirements({ ...world, tests: tests(), textOf: (file: string) => world.files[file] });
}

const mutate = (patch: Record<string, string>) => (world: World) => {
  world.mutations = world.mutations.map((mutation) => ({ ...mutation, ...patch }));
};
const write = (file: string, text: string) => (world: World) => {
  world.files[file] = text;
};

describe('the requirements gate', () => {
  test('complains about nothing where all is well', () => {
    expect(problemsOf(() => {})).toEqual([]);
  });

  test.each<[string, RegExp, (world: World) => void]>([
    ['a due number without a test', /^no-test: R1 /, write('server/a.test.ts', `test('works', f);`)],
    [
      'a number that becomes due on both sides',
      /^no-test: R2 is due with "demo", and no test in app/,
      (world) => {
        world.list.due.push('demo');
        world.files['server/c.test.ts'] = `test('R2: works', f);`;
      },
    ],
    [
      'a due number whose only test is skipped',
      /^no-test: R1 /,
      write('server/a.test.ts', `test.skip('R1: works', f);`),
    ],
    [
      'a due number without a mutation',
      /^no-mutation: R1 /,
      (world) => {
        world.mutations = [];
      },
    ],
    ['a mutation of a file that is gone', /^mutation-file: R1 /, mutate({ file: 'server/gone.ts' })],
    [
      'a mutation of a text that is gone',
      /^mutation-text: R1 .* has no "works = 1"/,
      mutate({ find: 'works = 1' }),
    ],
    [
      'a mutation of a text that stands there twice',
      /^mutation-text: R1 .* 2 times/,
      write('server/a.ts', 'works = true; works = true;'),
    ],
    ['a mutation that changes nothing', /^mutation-text: R1 .* nothing/, mutate({ replace: 'works = true' })],
    ['a mutation whose test is gone', /^mutation-test: R1 /, mutate({ test: 'R1: worked' })],
    ['a mutation whose test does not quote its number', /^mutation-test: R2 /, mutate({ requirement: 'R2' })],
    ['a mutation for an unknown number', /^mutation-number: R9 /, mutate({ requirement: 'R9' })],
    [
      'a mutation in words alone',
      /^mutation-fields: R1 .* lacks find/,
      (world) => {
        const [{ find: _, ...rest } = {}] = world.mutations;
        world.mutations = [rest];
      },
    ],
    ['a mutation with a field that means nothing', /^mutation-fields: R1 .* has note/, mutate({ note: 'x' })],
    [
      'a test in a suite without the file that runs it',
      /^mutation-run: R1 /,
      (world) => {
        delete world.files['server/a.test.ts'];
        world.files['server/b.suite.ts'] = `test('R1: works', f);`;
      },
    ],
    ['a run file that is none', /^mutation-run: R1 .* server\/a\.ts/, mutate({ run: 'server/a.ts' })],
    [
      'a test that quotes an unknown number',
      /^test-number: .* R99/,
      write('server/c.test.ts', `test('R99', f);`),
    ],
    [
      'a number that is missing from the list',
      /^number: /,
      (world) => {
        world.list.statements.shift();
      },
    ],
    [
      'an issue that does not exist',
      /^unknown-issue: R2 is due for server with later/,
      (world) => {
        world.list.statements[1] = { number: 'R2', statement: 'x', source: 'L', due: { server: 'later' } };
      },
    ],
    [
      'a point of the lesson that nothing tests',
      /^lesson: "later" is R2, which no test quotes/,
      (world) => {
        world.list.lesson.push({ point: 'later', requirements: ['R2'] });
      },
    ],
    [
      'a point of the lesson that is no requirement',
      /^lesson: "never" names R9/,
      (world) => {
        world.list.lesson.push({ point: 'never', requirements: ['R9'] });
      },
    ],
  ])('catches %s', (_, complaint, change) => {
    const problems = problemsOf(change);
    expect(problems.filter((problem) => complaint.test(problem))).toHaveLength(1);
  });

  test('a suite is fine where the file that runs it is named', () => {
    const problems = problemsOf((world) => {
      delete world.files['server/a.test.ts'];
      world.files['server/b.suite.ts'] = `test('R1: works', f);`;
      mutate({ run: 'server/b.test.ts' })(world);
    });
    expect(problems).toEqual([]);
  });

  test('catches a table that was not made again', () => {
    const moved = (world: World) => {
      world.files['server/moved.test.ts'] = `test('R1: works too', f);`;
    };
    expect(problemsOf(moved, false)).toEqual([expect.stringMatching(/^stale: docs\/requirements\.md/)]);
    expect(problemsOf(moved)).toEqual([]);
  });

  test('the table tells what is due, and its cells stay cells', () => {
    const { list, mutations, files } = good();
    const tests = Object.entries(files).flatMap(([file, source]) => testsOf(file, source));
    const table = tableOf({ list, mutations, tests });
    expect(table).toContain(
      '| R1 | It works. | L | **slice** | [a.test.ts](../server/a.test.ts) | it does not work (`server/a.ts`) |',
    );
    expect(table).toContain('| R2 | It works \\| later. | L,N | demo |  |  |');
    expect(table).toContain('| working | R1 | [a.test.ts](../server/a.test.ts) |');
  });

  test('reads this very tree', () => {
    const { list, tests, mutations } = readAll();
    expect(list.statements).toHaveLength(87);
    expect(list.lesson).toHaveLength(17);
    expect(tests.length).toBeGreaterThan(500);
    expect(mutations.length).toBeGreaterThan(70);
  });
});

describe('a mutation on a copy', () => {
  const mutation = {
    requirement: 'R1',
    mutation: 'it does not work',
    file: 'server/a.ts',
    find: 'works = true',
    replace: "works = '$&'",
    test: 'R1: works (now)',
  };
  const source = 'export const works = true;\n';
  const plant = () => {
    const tree = plantTree({
      'server/a.ts': source,
      'server/a.test.ts':
        "import { expect, test } from 'vitest';\nimport { works } from './a.ts';\ntest('R1: works (now)', () => expect(works).toBe(true));\n",
    });
    return { tree, copy: copyTree(tree.root) };
  };
  type Ran = { title: string; status: string }[];
  const told = async (ran: Ran, timedOut = false) => {
    const { tree, copy } = plant();
    const seen: string[] = [];
    const why = await survives(
      copy,
      mutation,
      'server/a.test.ts',
      async (_: string, __: string[], name: string) => {
        seen.push(readFileSync(join(copy, 'server/a.ts'), 'utf8'), name);
        return { timedOut, ran };
      },
    );
    expect(seen).toEqual(["export const works = '$&';\n", 'R1: works \\(now\\)']);
    expect(readFileSync(join(copy, 'server/a.ts'), 'utf8')).toBe(source);
    tree.remove();
    rmSync(copy, { recursive: true });
    return why;
  };

  test('is put in for the run alone, and red is what it wants', async () => {
    expect(await told([{ title: mutation.test, status: 'failed' }])).toBeUndefined();
    expect(await told([], true)).toBeUndefined();
  });
  test('is caught where its test stays green, or does not run at all', async () => {
    expect(await told([{ title: mutation.test, status: 'passed' }])).toBe('its test stays green');
    expect(await told([{ title: 'R1: other', status: 'failed' }])).toContain('no test of that name ran');
  });
  test('is judged by a real run', async () => {
    const { tree, copy } = plant();
    expect(await survives(copy, mutation, 'server/a.test.ts')).toBeUndefined();
    tree.remove();
    rmSync(copy, { recursive: true });
  });
});
