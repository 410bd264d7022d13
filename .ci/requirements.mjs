#!/usr/bin/env node
// The requirements gate: docs/requirements.json says what is demanded and what is due, the tests' names say where it is tested,
// docs/requirements-mutations.json says which change of the product must turn a test red. docs/requirements.md is made of the three.
// The attacks of docs/security.md are held to the same (.ci/attacks.mjs).
//   node .ci/requirements.mjs           check
//   node .ci/requirements.mjs --write   write docs/requirements.md
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listed } from './house.mjs';
import { attacksIn, isNamed, numbersIn, testsOf } from './test-names.mjs';

const repo = dirname(dirname(fileURLToPath(import.meta.url)));
const LIST = 'docs/requirements.json';
const MUTATIONS = 'docs/requirements-mutations.json';
const TABLE = 'docs/requirements.md';
const SOURCES = /\.(test|suite)\.tsx?$|\.spec\.ts$/;
const RUNNABLE = /\.test\.tsx?$/;
const BY_BROWSER = /^e2e\/.+\.spec\.ts$/;
/** The issues that can make a number due. */
export const ISSUES = ['slice', 'demo', 'connections', 'answers', 'timeline', 'lab'];
const FIELDS = ['requirement', 'mutation', 'file', 'find', 'replace', 'test', 'run'];

const sideOf = (file) => (file.startsWith('server/') ? 'server' : 'app');

/** Everything that the gate looks at, read from the tree at `root`. */
export function readAll(root = repo) {
  const json = (file) => JSON.parse(readFileSync(join(root, file), 'utf8'));
  const files = listed(root, ['app', 'server', 'e2e']).filter((file) => SOURCES.test(file));
  const tests = files.flatMap((file) => testsOf(file, readFileSync(join(root, file), 'utf8')));
  return {
    list: json(LIST),
    mutations: json(MUTATIONS),
    tests,
    textOf: (file) => (existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : undefined),
  };
}

/** The tests that a mutation means: of its name, quoting its number. */
export function testsFor(mutation, tests) {
  return tests.filter(
    ({ name, full }) =>
      isNamed(name, mutation.test) && [...numbersIn(full), ...attacksIn(full)].includes(mutation.requirement),
  );
}

/** The file that is run for a mutation: by Vitest, or by Playwright where it is a spec. A suite has none of its own, so it is said. */
export function runFile(mutation, tests) {
  return mutation.run ?? testsFor(mutation, tests).find(({ file }) => RUNNABLE.test(file))?.file;
}

export const isSpec = (file) => BY_BROWSER.test(file);

function checkList({ due, statements, lesson }, quoted) {
  const problems = [];
  const unknown = due.filter((issue) => !ISSUES.includes(issue));
  if (unknown.length > 0) problems.push(`unknown-issue: ${LIST} says that ${unknown.join(', ')} is due`);
  statements.forEach(({ number: name, statement, source, due: when }, at) => {
    if (name !== `R${at + 1}`)
      problems.push(`number: ${LIST} has ${name} where R${at + 1} should be: each number once, in order`);
    if (!statement || !/^[LNS](,[LNS])*$/.test(source ?? ''))
      problems.push(`statement: ${name} needs its statement and its source (L, N or S)`);
    const sides = Object.entries(when ?? {});
    if (sides.length === 0) problems.push(`due: ${name} does not say which issue makes it due`);
    for (const [side, issue] of sides)
      if (!['server', 'app'].includes(side) || !ISSUES.includes(issue))
        problems.push(
          `unknown-issue: ${name} is due for ${side} with ${issue}; there are ${ISSUES.join(', ')}`,
        );
  });
  const known = new Set(statements.map((statement) => statement.number));
  for (const { point, requirements } of lesson)
    for (const name of requirements) {
      if (!known.has(name)) problems.push(`lesson: "${point}" names ${name}, which is no requirement`);
      else if (!quoted.has(name)) problems.push(`lesson: "${point}" is ${name}, which no test quotes`);
    }
  return problems;
}

/** @param e2e whether its test may be one of the browser's, which takes a build to run */
export function checkMutation(mutation, { tests, textOf }, known, { e2e = false } = {}) {
  const { requirement, mutation: title, file, find, replace, run } = mutation;
  const label = `${requirement} "${title}"`;
  const missing = FIELDS.filter((field) => field !== 'run' && typeof mutation[field] !== 'string');
  if (missing.length > 0) return [`mutation-fields: ${label} lacks ${missing.join(', ')}`];
  const problems = [];
  const extra = Object.keys(mutation).filter((field) => !FIELDS.includes(field));
  if (extra.length > 0)
    problems.push(`mutation-fields: ${label} has ${extra.join(', ')}, which means nothing`);
  if (!known.has(requirement)) problems.push(`mutation-number: ${label} is for a number that is not listed`);
  const text = textOf(file);
  const times = text === undefined || find === '' ? 0 : text.split(find).length - 1;
  if (text === undefined) problems.push(`mutation-file: ${label} changes ${file}, which does not exist`);
  else if (times === 0) problems.push(`mutation-text: ${label}: ${file} has no ${JSON.stringify(find)}`);
  else if (times > 1)
    problems.push(`mutation-text: ${label}: ${file} has ${JSON.stringify(find)} ${times} times, not once`);
  if (find === replace) problems.push(`mutation-text: ${label} changes nothing`);
  if (testsFor(mutation, tests).length === 0)
    problems.push(`mutation-test: ${label}: no test that quotes ${requirement} is named "${mutation.test}"`);
  else if (runFile(mutation, tests) === undefined)
    problems.push(`mutation-run: ${label}: its test is in a suite, so "run" must name the file that runs it`);
  const runs = (name) => RUNNABLE.test(name) || (e2e && isSpec(name));
  if (run !== undefined && (textOf(run) === undefined || !runs(run)))
    problems.push(`mutation-run: ${label}: ${run} is no test file`);
  return problems;
}

/** Every problem, as lines that begin with the rule's name. `table` is the text of docs/requirements.md. */
export function checkRequirements({ list, mutations, tests, textOf }) {
  const quoted = quotes(tests);
  const known = new Set(list.statements.map((statement) => statement.number));
  const problems = checkList(list, quoted);
  for (const mutation of mutations) problems.push(...checkMutation(mutation, { tests, textOf }, known));
  for (const name of quoted.keys())
    if (!known.has(name))
      problems.push(`test-number: ${quoted.get(name)[0].file} quotes ${name}, which is not listed`);
  for (const { number: name, due } of list.statements)
    for (const [side, issue] of Object.entries(due)) {
      if (!list.due.includes(issue)) continue;
      const own = (quoted.get(name) ?? []).filter(({ file }) => sideOf(file) === side);
      if (own.length === 0)
        problems.push(`no-test: ${name} is due with "${issue}", and no test in ${side} quotes it`);
      const turning = mutations.filter(
        (mutation) =>
          mutation.requirement === name &&
          testsFor(mutation, tests).some(({ file }) => sideOf(file) === side),
      );
      if (turning.length === 0)
        problems.push(
          `no-mutation: ${name} is due with "${issue}", and no mutation turns a test in ${side} red`,
        );
    }
  const stale = `stale: ${TABLE} is not what node .ci/requirements.mjs --write makes of its sources`;
  if (textOf(TABLE) !== tableOf({ list, mutations, tests })) problems.push(stale);
  return problems;
}

/** The tests that quote each number. */
function quotes(tests) {
  const quoted = new Map();
  for (const test of tests)
    for (const name of numbersIn(test.full)) quoted.set(name, [...(quoted.get(name) ?? []), test]);
  return quoted;
}

export const cell = (text) => text.replace(/\|/g, '\\|').replace(/\n/g, ' ');
export const filesOf = (tests) =>
  [...new Set(tests.map(({ file }) => file))].sort().map((file) => `[${file.split('/').at(-1)}](../${file})`);

/** The text of docs/requirements.md. */
export function tableOf({ list, mutations, tests }) {
  const quoted = quotes(tests);
  const rows = list.statements.map(({ number: name, statement, source, due }) => {
    const when = [...new Set(Object.values(due))].map((issue) =>
      list.due.includes(issue) ? `**${issue}**` : issue,
    );
    const red = mutations
      .filter((mutation) => mutation.requirement === name)
      .map((mutation) => `${cell(mutation.mutation)} (\`${mutation.file}\`)`);
    const tested = filesOf(quoted.get(name) ?? []);
    return `| ${name} | ${cell(statement)} | ${source} | ${when.join(', ')} | ${tested.join('<br>')} | ${red.join('<br>')} |`;
  });
  const points = list.lesson.map(({ point, requirements }) => {
    const found = requirements.flatMap((name) => quoted.get(name) ?? []);
    return `| ${cell(point)} | ${requirements.join(', ')} | ${filesOf(found).join('<br>')} |`;
  });
  return `${[
    '# Requirements',
    '',
    '<!-- Made by `node .ci/requirements.mjs --write`; edit docs/requirements.json, the tests or docs/requirements-mutations.json. -->',
    '',
    'Each statement, where its tests are, and a change of the product that turns one of them red. `npm run mutations` makes every',
    'change on a copy and demands that. Sources: L the lesson on durable work, N the page on tasks of the neva framework,',
    'S the specification. A bold issue is due: CI fails where one of its numbers lacks a test or a mutation.',
    '',
    '| Number | Statement | Source | Due with | Tests | Turned red by |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows,
    '',
    "## The points of the lesson's own tests",
    '',
    '| Point | Requirements | Tests |',
    '| --- | --- | --- |',
    ...points,
  ].join('\n')}\n`;
}

/** Checks, and with `--write` writes, both tables. */
async function main() {
  // Not before this module is whole: attacks.mjs is built on it.
  const { ATTACK_TABLE, attackTableOf, checkAttacks, readAttacks } = await import('./attacks.mjs');
  const all = readAll();
  const attacks = readAttacks();
  if (process.argv.includes('--write')) {
    writeFileSync(join(repo, TABLE), tableOf(all));
    writeFileSync(join(repo, ATTACK_TABLE), attackTableOf(attacks));
  }
  const problems = [...checkRequirements(all), ...checkAttacks(attacks)];
  for (const problem of problems) console.error(problem);
  const due = all.list.statements.filter(({ due }) =>
    Object.values(due).some((issue) => all.list.due.includes(issue)),
  );
  console.log(
    `requirements: ${due.length} of ${all.list.statements.length} are due, ${attacks.list.attacks.length} attacks, ${all.mutations.length + attacks.mutations.length} mutations, ${problems.length} problems`,
  );
  process.exitCode = problems.length === 0 ? 0 : 1;
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) main();
