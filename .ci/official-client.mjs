#!/usr/bin/env node
// `npm run conformance:client`: the official suite against our client, that is the page's engine in Node, judged by the checks that
// it wrote. The command is the one that package.json names in `taskscope.conformanceClient`.
//   node .ci/official-client.mjs --only tools_call,auth/basic-cimd      some scenarios, by name
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { EXPECTED_OF_CLIENTS, judgeSuite, NOT_YET, readClientList } from './conformance/gate.mjs';
import { REVISION, readChecks, runSuite } from './conformance/run.mjs';
import { ensureSuite } from './conformance/suite.mjs';
import { closingLine } from './count.mjs';

const repo = dirname(dirname(fileURLToPath(import.meta.url)));
const out = join(repo, '.cache/official-client');
/** The scenario that the control runs with a client that does nothing. */
const CONTROL = 'tools_call';

const { values } = parseArgs({ options: { only: { type: 'string' }, report: { type: 'string' } } });
const { taskscope } = JSON.parse(readFileSync(join(repo, 'package.json'), 'utf8'));

/** Runs some scenarios, or all that the revision has, with one client. */
async function run(name, command, only) {
  const folder = join(out, name);
  const args = ['client', '--command', command, '-o', folder];
  if (only === undefined) {
    const { text } = await runSuite([...args, '--requirements', REVISION]);
    writeFileSync(join(out, 'suite.log'), text);
  } else
    for (const scenario of only)
      await runSuite([...args, '--scenario', scenario, '--spec-version', REVISION, '--force']);
  return readChecks(folder);
}

process.chdir(repo);
ensureSuite();
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
const only = values.only?.split(',');
const listed = readClientList((await runSuite(['list', '--requirements', REVISION])).stdout);
const idle = await run('control', 'node -e 0', [CONTROL]);
const controlFailed = judgeSuite({ control: [CONTROL] }, (name) => idle.get(name), { control: 1 }).failed > 0;
const checks = await run('client', taskscope.conformanceClient, only);
const judged =
  only === undefined
    ? judgeSuite(listed, (name) => checks.get(name), EXPECTED_OF_CLIENTS, NOT_YET)
    : judgeSuite({ chosen: only }, (name) => checks.get(name), { chosen: only.length });
console.log(judged.lines.join('\n'));
console.log(
  `control: a client that does nothing ${controlFailed ? 'fails, as it must' : '✗ PASSES, so this gate proves nothing'}`,
);
const counts = { passed: judged.passed, failed: judged.failed + (controlFailed ? 0 : 1), skipped: 0 };
if (values.report !== undefined) writeFileSync(values.report, JSON.stringify(counts));
console.log(closingLine(counts));
process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0;
