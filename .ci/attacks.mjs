// The attacks that the tests make, held as the requirements are: docs/attacks.json says what each is and what stands against it, the
// tests' names say where it is made ("attack 6"), docs/attacks-mutations.json takes a defence away and names the test that must turn red.
// docs/security.md is made of the three. Run by .ci/requirements.mjs.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cell, checkMutation, filesOf, ISSUES, readAll, testsFor } from './requirements.mjs';
import { attacksIn } from './test-names.mjs';

const repo = dirname(dirname(fileURLToPath(import.meta.url)));
const LIST = 'docs/attacks.json';
export const ATTACK_MUTATIONS = 'docs/attacks-mutations.json';
export const ATTACK_TABLE = 'docs/security.md';

/** Everything that the gate looks at, read from the tree at `root`. */
export function readAttacks(root = repo) {
  const json = (file) => JSON.parse(readFileSync(join(root, file), 'utf8'));
  return { ...readAll(root), list: json(LIST), mutations: json(ATTACK_MUTATIONS) };
}

/** Every problem, as lines that begin with the rule's name. */
export function checkAttacks({ list, mutations, tests, textOf }) {
  const known = new Set(list.attacks.map(({ number }) => `attack ${number}`));
  const problems = [];
  for (const { number, attack, must, defence, due } of list.attacks) {
    if (!attack || !must || !Array.isArray(defence) || defence.length === 0)
      problems.push(`attack-fields: attack ${number} needs attack, must and at least one defence`);
    for (const { file } of defence ?? [])
      if (textOf(file) === undefined)
        problems.push(`attack-defence: attack ${number} names ${file}, which does not exist`);
    if (!ISSUES.includes(due)) problems.push(`unknown-issue: attack ${number} is due with ${due}`);
    if (!list.due.includes(due)) continue;
    const name = `attack ${number}`;
    if (!tests.some(({ full }) => attacksIn(full).includes(name)))
      problems.push(`no-test: ${name} is due with "${due}", and no test quotes it`);
    if (!mutations.some((one) => one.requirement === name && testsFor(one, tests).length > 0))
      problems.push(`no-mutation: ${name} is due with "${due}", and no mutation turns a test of it red`);
  }
  for (const mutation of mutations)
    problems.push(...checkMutation(mutation, { tests, textOf }, known, { e2e: true }));
  for (const { file, full } of tests)
    for (const name of attacksIn(full))
      if (!known.has(name)) problems.push(`test-number: ${file} quotes ${name}, which is not listed`);
  if (textOf(ATTACK_TABLE) !== attackTableOf({ list, mutations, tests }))
    problems.push(
      `stale: ${ATTACK_TABLE} is not what node .ci/requirements.mjs --write makes of its sources`,
    );
  return problems;
}

/** The text of docs/security.md. */
export function attackTableOf({ list, mutations, tests }) {
  const rows = list.attacks.map(({ number, attack, must, defence, due }) => {
    const name = `attack ${number}`;
    const tested = filesOf(tests.filter(({ full }) => attacksIn(full).includes(name)));
    const red = mutations
      .filter(({ requirement }) => requirement === name)
      .map(({ mutation, file, test }) => `${cell(mutation)} (\`${file}\`): “${cell(test)}”`);
    const against = defence.map(
      ({ what, file }) => `${cell(what)} ([${file.split('/').at(-1)}](../${file}))`,
    );
    const when = list.due.includes(due) ? `**${due}**` : due;
    const parts = [
      `${cell(attack)} → ${cell(must)}`,
      against.join('<br>'),
      tested.join('<br>'),
      red.join('<br>'),
    ];
    return `| ${number} | ${parts.join(' | ')} | ${when} |`;
  });
  return `${[
    '# Security',
    '',
    '<!-- Made by `node .ci/requirements.mjs --write`; edit docs/attacks.json, the tests or docs/attacks-mutations.json. -->',
    '',
    ...list.about,
    '',
    '| | Attack → what must happen | What stands against it | Tests that make it | Without the defence, this turns red | Due with |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n')}\n`;
}
