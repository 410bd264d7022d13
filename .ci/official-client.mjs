#!/usr/bin/env node
// `npm run conformance:client`: the official suite against our client, that is the page's engine in Node, judged by the checks that
// it wrote. The command is the one that package.json names in `taskscope.conformanceClient`.
//   node .ci/official-client.mjs --only tools_call,auth/basic-cimd      some scenarios, by name
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { EXPECTED_OF_CLIENTS, judgeSuite, readClientList } from './conformance/gate.mjs';
import { REVISION, readChecks, runSuite } from './conformance/run.mjs';
import { ensureSuite } from './conformance/suite.mjs';
import { closingLine } from './count.mjs';

const repo = dirname(dirname(fileURLToPath(import.meta.url)));
const out = join(repo, '.cache/official-client');
/** The scenario that the control runs with a client that does nothing. */
const CONTROL = 'tools_call';
const AT_A_TIME = 3;

const { values } = parseArgs({ options: { only: { type: 'string' }, report: { type: 'string' } } });
const { taskscope } = JSON.parse(readFileSync(join(repo, 'package.json'), 'utf8'));

/**
 * Runs scenarios with one client, a few at a time: the suite itself would start all of them at once, and on a busy machine some would
 * not begin within its 30 s.
 */
async function run(folder, command, scenarios) {
  const args = [
    'client',
    '--command',
    command,
    '--spec-version',
    REVISION,
    '--force',
    '-o',
    join(out, folder),
  ];
  const left = [...scenarios];
  const turn = async () => {
    for (let name = left.shift(); name !== undefined; name = left.shift()) {
      const { text } = await runSuite([...args, '--scenario', name]);
      appendFileSync(join(out, 'suite.log'), text);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, turn));
  return readChecks(join(out, folder));
}

process.chdir(repo);
ensureSuite();
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
const only = values.only?.split(',');
const listed = readClientList((await runSuite(['list', '--requirements', REVISION])).stdout);
const idle = await run('control', 'node -e 0', [CONTROL]);
const controlFailed = judgeSuite({ control: [CONTROL] }, (name) => idle.get(name), { control: 1 }).failed > 0;
const wanted = only === undefined ? listed : { chosen: only };
const checks = await run('client', taskscope.conformanceClient, Object.values(wanted).flat());
const judged = judgeSuite(
  wanted,
  (name) => checks.get(name),
  only === undefined ? EXPECTED_OF_CLIENTS : { chosen: only.length },
);
console.log(judged.lines.join('\n'));
console.log(
  `control: a client that does nothing ${controlFailed ? 'fails, as it must' : '✗ PASSES, so this gate proves nothing'}`,
);
const counts = { passed: judged.passed, failed: judged.failed + (controlFailed ? 0 : 1), skipped: 0 };
if (values.report !== undefined) writeFileSync(values.report, JSON.stringify(counts));
console.log(closingLine(counts));
process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0;
