import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { browserArgs, findBrowser, usualPaths } from '../browser.mjs';
import { firstView, measure } from '../budget.mjs';
import { closingLine, countPlaywright, countVitest, judge, sum } from '../count.mjs';
import { isBuilt, matchesLock, nodeProblem, sourcesHash, stampBuild } from '../ensure.mjs';
import { plantTree } from './tree.ts';

describe('the bundle budget', () => {
  const manifest = {
    'index.html': { file: 'assets/entry.js', imports: ['_shared.js'], dynamicImports: ['forms.ts'] },
    '_shared.js': { file: 'assets/shared.js', imports: ['index.html'] },
    'app/shell/TasksPage.tsx': { file: 'assets/tasks.js', imports: ['_shared.js'] },
    'forms.ts': { file: 'assets/forms.js', imports: ['_shared.js'] },
  };
  const noise = (bytes: number) =>
    Array.from({ length: bytes }, (_, i) => String.fromCharCode(33 + ((i * i * 7919 + (i >> 3)) % 90))).join(
      '',
    );

  test('counts the entry, the main view and their static imports, and not what is loaded when needed', () => {
    expect(firstView(manifest)).toEqual(['assets/entry.js', 'assets/shared.js', 'assets/tasks.js']);
    expect(() => firstView({})).toThrow('no index.html');
  });

  test('fails a first view that is too large', () => {
    const tree = plantTree({ '.vite/manifest.json': JSON.stringify(manifest) });
    mkdirSync(join(tree.root, 'assets'));
    writeFileSync(join(tree.root, 'assets/entry.js'), noise(3000));
    writeFileSync(join(tree.root, 'assets/shared.js'), noise(3000));
    writeFileSync(join(tree.root, 'assets/tasks.js'), noise(3000));
    writeFileSync(join(tree.root, 'assets/forms.js'), noise(90_000));
    const { total } = measure(tree.root, 1000);
    expect(measure(tree.root, total)).toMatchObject({ over: false });
    expect(measure(tree.root, total - 1)).toMatchObject({ over: true });
    tree.remove();
  });
});

describe('the count', () => {
  const passed = { status: 'passed' };
  const failed = { status: 'failed' };
  test('a test file that does not load is a failure', () => {
    const report = {
      numPassedTests: 3,
      numFailedTests: 1,
      numPendingTests: 1,
      numTodoTests: 1,
      testResults: [
        { status: 'failed', assertionResults: [] },
        { status: 'failed', assertionResults: [passed, failed] },
        { status: 'passed', assertionResults: [passed, passed] },
      ],
    };
    expect(countVitest(report)).toEqual({ passed: 3, failed: 2, skipped: 2 });
  });
  test('a flaky browser test is a failure, and so is an error outside any test', () => {
    const stats = { expected: 4, unexpected: 1, flaky: 1, skipped: 2 };
    expect(countPlaywright({ stats, errors: [] })).toEqual({ passed: 4, failed: 2, skipped: 2 });
    const fine = { expected: 4, unexpected: 0, flaky: 0, skipped: 0 };
    expect(countPlaywright({ stats: fine, errors: [{}] })).toEqual({ passed: 4, failed: 1, skipped: 0 });
  });
  test('no test at all, or a bad exit code, is a failure', () => {
    expect(judge({ passed: 0, failed: 0, skipped: 5 }, 0)).toMatchObject({ failed: 1 });
    expect(judge({ passed: 5, failed: 0, skipped: 0 }, 1)).toMatchObject({ passed: 5, failed: 1 });
    expect(judge({ passed: 5, failed: 0, skipped: 0 }, 0)).toMatchObject({ passed: 5, failed: 0 });
  });
  test('the closing line', () => {
    const total = sum([
      { passed: 2, failed: 0, skipped: 1 },
      { passed: 1, failed: 1, skipped: 0 },
    ]);
    expect(closingLine(total)).toBe('3 passed, 1 failed, 1 skipped');
    expect(closingLine({ passed: 3, failed: 0, skipped: 0 })).toBe('3 passed, 0 failed');
  });
});

describe('before a start', () => {
  test('an old Node is told what it needs', () => {
    expect(nodeProblem('v18.20.4')).toContain('needs Node 20.19 or later; this is v18.20.4');
    expect(nodeProblem('v20.18.9')).toBeDefined();
    expect(nodeProblem('v20.19.0')).toBeUndefined();
    expect(nodeProblem('v22.1.0')).toBeUndefined();
  });

  test('installed packages are compared with the lock file, optional ones aside', () => {
    const lock = {
      packages: {
        '': {},
        'node_modules/a': { version: '1.0.0', integrity: 'x' },
        'node_modules/native': { version: '1.0.0', optional: true },
      },
    };
    const installed = (version: string) => ({ packages: { 'node_modules/a': { version, integrity: 'x' } } });
    expect(matchesLock(lock, installed('1.0.0'))).toBe(true);
    expect(matchesLock(lock, installed('1.0.1'))).toBe(false);
    expect(matchesLock(lock, undefined)).toBe(false);
  });

  test('a build fits its sources until one of them changes; a test is no source', () => {
    const tree = plantTree({
      'server/cli.ts': 'export {};\n',
      'dist/server/cli.js': '',
      'dist/app/index.html': '',
      'dist/conformance-client.mjs': '',
    });
    expect(isBuilt(tree.root)).toBe(false);
    stampBuild(tree.root);
    expect(isBuilt(tree.root)).toBe(true);
    const before = sourcesHash(tree.root);
    tree.write({ 'server/cli.test.ts': 'export {};\n' });
    expect(sourcesHash(tree.root)).toBe(before);
    tree.write({ 'server/cli.ts': 'export const changed = 1;\n' });
    expect(isBuilt(tree.root)).toBe(false);
    tree.remove();
  });
});

describe('the browser finder', () => {
  function machine(over: {
    there?: string[];
    env?: Record<string, string>;
    brings?: string;
    isRoot?: boolean;
  }) {
    const there = new Set(over.there ?? []);
    const ran: string[] = [];
    return {
      ran,
      platform: 'linux' as const,
      env: { PATH: '/bin:/own/bin', ...over.env },
      isRoot: over.isRoot ?? true,
      canRun: (path: string) => there.has(path),
      isDebian: () => true,
      downloaded: () => '/cache/chrome',
      run: (command: string, args: string[]) => {
        const line = [command, ...args].join(' ');
        ran.push(line);
        if (over.brings && line.includes(over.brings))
          there.add(line.includes('apt') ? '/usr/bin/chromium' : '/cache/chrome');
        return true;
      },
    };
  }

  test('takes TASKSCOPE_CHROMIUM first, and says so when it is no program', () => {
    const env = { TASKSCOPE_CHROMIUM: '/mine' };
    expect(findBrowser(machine({ env, there: ['/mine', '/usr/bin/chromium'] }))).toBe('/mine');
    expect(() => findBrowser(machine({ env }))).toThrow('TASKSCOPE_CHROMIUM is /mine');
  });
  test('then an installed one, then the download that is there', () => {
    expect(findBrowser(machine({ there: ['/cache/chrome', '/own/bin/google-chrome'] }))).toBe(
      '/own/bin/google-chrome',
    );
    expect(findBrowser(machine({ there: ['/cache/chrome'] }))).toBe('/cache/chrome');
    const both = ['/usr/bin/chromium', '/usr/bin/chromium-headless-shell', '/bin/google-chrome'];
    expect(findBrowser(machine({ there: both }))).toBe('/usr/bin/chromium-headless-shell');
  });
  test('then a download, then the package of Debian when root', () => {
    const download = machine({ brings: 'install chromium' });
    expect(findBrowser(download)).toBe('/cache/chrome');
    const apt = machine({ brings: 'apt-get install' });
    expect(findBrowser(apt)).toBe('/usr/bin/chromium');
    expect(apt.ran.slice(1)).toEqual([
      'apt-get update',
      'apt-get install -y chromium',
      'apt-get install -y chromium-headless-shell',
    ]);
  });
  test('else ends with the command to run', () => {
    const user = machine({ isRoot: false });
    expect(() => findBrowser(user)).toThrow('npx playwright install --with-deps chromium');
    expect(user.ran.some((line) => line.startsWith('apt-get'))).toBe(false);
  });
  test('knows the usual places of each platform', () => {
    expect(usualPaths('darwin', { HOME: '/Users/a' })).toContain(
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    );
    expect(usualPaths('win32', { PROGRAMFILES: 'C:\\Program Files' })).toContain(
      'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    );
    expect(browserArgs(true)).toContain('--no-sandbox');
    expect(browserArgs(false)).not.toContain('--no-sandbox');
  });
});
