#!/usr/bin/env node
// `npm run conformance`: the official suite against the built server's /mcp, judged by the checks that it wrote.
//   node .ci/official.mjs --only tools-list,caching      some scenarios, by name
//   node .ci/official.mjs --url http://127.0.0.1:3000/mcp   a server that runs already
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { judgeSuite, readList } from './conformance/gate.mjs';
import { REVISION, readChecks, runSuite } from './conformance/run.mjs';
import { ensureSuite } from './conformance/suite.mjs';
import { closingLine } from './count.mjs';

const repo = dirname(dirname(fileURLToPath(import.meta.url)));
const out = join(repo, '.cache/official');
/** A server that has not said where it is by then, ms, will not. */
const START_MS = 60_000;
/** The scenario that the control runs: short, and nothing but a real server passes it. */
const CONTROL = 'tools-list';

const { values } = parseArgs({
  options: { only: { type: 'string' }, url: { type: 'string' }, report: { type: 'string' } },
});

/** Our built server on a free port, with the fixtures and a data folder of its own. */
async function startServer() {
  const data = mkdtempSync(join(tmpdir(), 'taskscope-official-'));
  const cli = join(repo, 'dist/server/cli.js');
  const child = spawn(
    process.execPath,
    [cli, '--port', '0', '--no-open', '--data', data, '--fixtures', 'conformance'],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let said = '';
  const url = await new Promise((found, failed) => {
    const timer = setTimeout(() => failed(new Error(`The server did not start in time.\n${said}`)), START_MS);
    const hear = (chunk) => {
      said += chunk;
      const match = /http:\/\/\S+\/mcp\b/.exec(said);
      if (match === null) return;
      clearTimeout(timer);
      found(match[0]);
    };
    child.stdout.setEncoding('utf8').on('data', hear);
    child.stderr.setEncoding('utf8').on('data', hear);
    child.on('exit', (code) => failed(new Error(`The server ended with ${code} before it served.\n${said}`)));
  });
  return {
    url,
    stop: () =>
      new Promise((done) => {
        child.on('exit', () => {
          rmSync(data, { recursive: true, force: true });
          done();
        });
        child.kill('SIGTERM');
      }),
  };
}

/** A server that answers `{}` to everything must not pass, or this gate is worth nothing. */
async function control() {
  const broken = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end('{}');
  });
  await new Promise((ready) => broken.listen(0, '127.0.0.1', ready));
  const folder = join(out, 'control');
  const url = `http://127.0.0.1:${broken.address().port}/mcp`;
  await runSuite(['server', '--url', url, '--scenario', CONTROL, '--spec-version', REVISION, '-o', folder]);
  broken.close();
  broken.closeAllConnections();
  const { failed } = judgeSuite({ control: [CONTROL] }, (name) => readChecks(folder).get(name), {
    control: 1,
  });
  return failed > 0;
}

async function runAll(url, only) {
  const folder = join(out, 'server');
  const args = ['server', '--url', url, '-o', folder];
  if (only === undefined) {
    const { text } = await runSuite([...args, '--requirements', REVISION]);
    writeFileSync(join(out, 'suite.log'), text);
  } else
    for (const name of only)
      await runSuite([...args, '--scenario', name, '--spec-version', REVISION, '--force']);
  return readChecks(folder);
}

ensureSuite();
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
const only = values.only?.split(',');
const listed = readList((await runSuite(['list', '--requirements', REVISION])).stdout);
const server = values.url === undefined ? await startServer() : { url: values.url, stop: async () => {} };
let checks;
let controlFailed;
try {
  [checks, controlFailed] = await Promise.all([runAll(server.url, only), control()]);
} finally {
  await server.stop();
}
const judged =
  only === undefined
    ? judgeSuite(listed, (name) => checks.get(name))
    : judgeSuite({ chosen: only }, (name) => checks.get(name), { chosen: only.length });
console.log(judged.lines.join('\n'));
console.log(
  `control: a broken server ${controlFailed ? 'fails, as it must' : '✗ PASSES, so this gate proves nothing'}`,
);
const counts = { passed: judged.passed, failed: judged.failed + (controlFailed ? 0 : 1), skipped: 0 };
if (values.report !== undefined) writeFileSync(values.report, JSON.stringify(counts));
console.log(closingLine(counts));
process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0;
