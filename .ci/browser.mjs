#!/usr/bin/env node
// Finds a Chromium for the browser tests and prints its path. In this order: TASKSCOPE_CHROMIUM, an installed Chrome or
// Chromium, Playwright's download (there already, or tried now), Debian's package when root; else it says what to run.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const repo = dirname(dirname(fileURLToPath(import.meta.url)));
const require = createRequire(import.meta.url);

// The headless shell first: the same engine without a browser window, and a third of the time on two cores (measured).
const NAMES = [
  ['chrome-headless-shell', 'chromium-headless-shell'],
  ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser', 'chrome'],
];

/** Where browsers are installed, by platform. */
export function usualPaths(platform, env) {
  if (platform === 'darwin')
    return ['', env.HOME ?? ''].flatMap((home) =>
      ['Google Chrome', 'Chromium'].map((name) => `${home}/Applications/${name}.app/Contents/MacOS/${name}`),
    );
  if (platform === 'win32')
    return [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA]
      .filter(Boolean)
      .flatMap((root) =>
        ['Google\\Chrome', 'Chromium'].map((name) => `${root}\\${name}\\Application\\chrome.exe`),
      );
  const folders = [
    ...(env.PATH ?? '').split(delimiter).filter(Boolean),
    '/usr/bin',
    '/usr/local/bin',
    '/snap/bin',
  ];
  return [
    ...NAMES.flatMap((names) => folders.flatMap((folder) => names.map((name) => join(folder, name)))),
    '/opt/google/chrome/chrome',
  ];
}

function canRun(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** This machine, as far as the finder asks it anything; tests hand in another. */
const machine = {
  platform: process.platform,
  env: process.env,
  isRoot: process.getuid?.() === 0,
  canRun,
  isDebian: () => existsSync('/etc/debian_version'),
  downloaded: () => require('playwright').chromium.executablePath(),
  run: (command, args, timeout) =>
    spawnSync(command, args, { cwd: repo, stdio: ['ignore', 2, 2], timeout }).status === 0,
};

const HINT = `No Chrome or Chromium was found for the browser tests. Do one of these, then run the same command again:
  npx playwright install --with-deps chromium
  sudo apt-get install -y chromium                    (Debian)
  TASKSCOPE_CHROMIUM=/path/to/chrome npm test         (a browser of your own)`;

/** The path of a browser that is there now, or undefined. */
export function installedBrowser(on = machine) {
  const own = on.env.TASKSCOPE_CHROMIUM;
  if (own) {
    if (on.canRun(own)) return own;
    throw new Error(`TASKSCOPE_CHROMIUM is ${own}, which is no program that can be run.`);
  }
  const usual = usualPaths(on.platform, on.env).find((path) => on.canRun(path));
  if (usual) return usual;
  const download = on.downloaded();
  return download && on.canRun(download) ? download : undefined;
}

/** The path of a browser, installed now if need be; throws with the command to run. */
export function findBrowser(on = machine) {
  const found = installedBrowser(on);
  if (found) return found;
  const playwright = join(repo, 'node_modules/playwright/cli.js');
  on.run(process.execPath, [playwright, 'install', 'chromium'], 300_000);
  const download = installedBrowser(on);
  if (download) return download;
  if (on.isRoot && on.isDebian()) {
    on.run('apt-get', ['update'], 300_000);
    on.run('apt-get', ['install', '-y', 'chromium'], 600_000);
    on.run('apt-get', ['install', '-y', 'chromium-headless-shell'], 300_000); // where there is one: it is quicker
    const installed = installedBrowser(on);
    if (installed) return installed;
  }
  throw new Error(HINT);
}

/** What the browser is started with: no traffic of its own, and no sandbox where root cannot have one. */
export function browserArgs(isRoot = machine.isRoot) {
  return [
    ...(isRoot ? ['--no-sandbox'] : []),
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-default-apps',
    '--disable-domain-reliability',
    // Distributions switch GPU rasterization on; without a GPU that is emulated and takes most of two cores.
    '--disable-gpu',
    '--disable-gpu-rasterization',
    '--disable-quic',
    '--disable-sync',
    '--metrics-recording-only',
    '--no-first-run',
    '--no-pings',
  ];
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  try {
    console.log(findBrowser());
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
