import { describe, expect, test } from 'vitest';
import { attackTableOf, checkAttacks, readAttacks } from '../attacks.mjs';
import { attacksIn, testsOf } from '../test-names.mjs';

interface World {
  list: {
    due: string[];
    about: string[];
    attacks: {
      number: number;
      attack: string;
      must: string;
      defence: { what: string; file: string }[];
      due: string;
    }[];
  };
  mutations: Record<string, string>[];
  files: Record<string, string>;
}

/** Attack 1 is due and made; attack 2 is not due yet. */
const good = (): World => ({
  list: {
    due: ['connections'],
    about: ['About.'],
    attacks: [
      {
        number: 1,
        attack: 'A foreign Host',
        must: '403',
        defence: [{ what: 'it is compared', file: 'server/a.ts' }],
        due: 'connections',
      },
      {
        number: 2,
        attack: 'A form',
        must: '415',
        defence: [{ what: 'its type', file: 'server/a.ts' }],
        due: 'answers',
      },
    ],
  },
  mutations: [
    {
      requirement: 'attack 1',
      mutation: 'any Host',
      file: 'server/a.ts',
      find: 'isOurs',
      replace: 'true',
      test: 'a foreign Host',
    },
  ],
  files: {
    'server/a.ts': 'isOurs\n',
    'server/a.test.ts': `describe('attack 1', () => { test('a foreign Host', f); });`,
  },
});

function problemsOf(change: (world: World) => void): string[] {
  const world = good();
  change(world);
  const tests = Object.entries(world.files).flatMap(([file, source]) => testsOf(file, source));
  world.files['docs/security.md'] ??= attackTableOf({ ...world, tests });
  return checkAttacks({ ...world, tests, textOf: (file: string) => world.files[file] });
}

describe('the gate of attacks', () => {
  test('complains about nothing where all is well, here and in this tree', () => {
    expect(problemsOf(() => {})).toEqual([]);
    expect(checkAttacks(readAttacks())).toEqual([]);
  });

  test.each<[string, RegExp, (world: World) => void]>([
    [
      'a due attack without a test',
      /^no-test: attack 1 /,
      (world) => {
        world.files['server/a.test.ts'] = `test('a foreign Host', f);`;
      },
    ],
    [
      'a due attack whose test is skipped',
      /^no-test: attack 1 /,
      (world) => {
        world.files['server/a.test.ts'] = `test.skip('attack 1: a foreign Host', f);`;
      },
    ],
    [
      'a due attack that no mutation makes succeed',
      /^no-mutation: attack 1 /,
      (world) => {
        world.mutations = [];
      },
    ],
    ['an attack that becomes due', /^no-test: attack 2 /, (world) => world.list.due.push('answers')],
    [
      'a defence that is gone',
      /^attack-defence: attack 2 names server\/b.ts/,
      (world) => {
        world.list.attacks[1]?.defence.splice(0, 1, { what: 'x', file: 'server/b.ts' });
      },
    ],
    [
      'a defence whose text has changed',
      /^mutation-text: attack 1 /,
      (world) => {
        world.files['server/a.ts'] = 'isMine\n';
      },
    ],
    [
      'a test that quotes an attack that is not listed',
      /^test-number: .*attack 9/,
      (world) => {
        world.files['server/b.test.ts'] = `test('attacks 1 and 9: x', f);`;
      },
    ],
    [
      'a page that was edited by hand',
      /^stale: docs\/security.md/,
      (world) => {
        world.files['docs/security.md'] = '# Security\n';
      },
    ],
  ])('%s is told', (_name, problem, change) => {
    expect(problemsOf(change)).toContainEqual(expect.stringMatching(problem));
  });

  test('a test of the browser may be what turns red', () => {
    const problems = problemsOf((world) => {
      world.files['e2e/x.spec.ts'] = `test('attack 1: in a browser', f);`;
      world.mutations = world.mutations.map((one) => ({
        ...one,
        test: 'attack 1: in a browser',
        run: 'e2e/x.spec.ts',
      }));
    });
    expect(problems).toEqual([]);
  });

  test('names quote one attack or several', () => {
    expect(attacksIn('attacks 2, 3 and 4: a page; (attack 17); attack: none; attack 3')).toEqual([
      'attack 2',
      'attack 3',
      'attack 4',
      'attack 17',
    ]);
  });
});
