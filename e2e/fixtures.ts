import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type BrowserContext, test as base, type Page } from 'playwright/test';
import { expect } from './expect.ts';
import { Inspector } from './pages/inspector.ts';
import { ServerProcess } from './server-process.ts';
import { TinyServer } from './servers/tiny-server.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What a page did that no page of ours may do; read at the end of every test. */
export interface Conduct {
  /** Console errors and uncaught exceptions; failed loads are kept apart because some tests cause them on purpose. */
  readonly errors: string[];
  readonly failedLoads: string[];
  readonly policyReports: string[];
  readonly foreignRequests: string[];
}

interface Options {
  /** Flags for the server, besides port and data directory. */
  serverArgs: readonly string[];
  /** True where the test cuts connections or gets error answers on purpose: Chromium logs those as errors. */
  expectFailedLoads: boolean;
  /** The traffic lists each message, as most tests want it; else operations, as a person finds it at first. */
  listsWire: boolean;
}

interface Fixtures extends Options {
  server: ServerProcess;
  conduct: Conduct;
  /** The page under test; its conduct is watched. */
  inspector: Inspector;
  /** Opens one more tab of the same browser, watched like the first. */
  newTab: () => Promise<Inspector>;
}

/** Lets the traffic of all pages of a context list each message by itself, and not operations. */
export async function listWire(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    if (location.protocol === 'http:') localStorage.setItem('taskscope.traffic', 'wire');
  });
}

/** Watches a page from its first script on. */
export async function watch(page: Page, conduct: Conduct): Promise<void> {
  page.on('pageerror', (error) => conduct.errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() !== 'error') return;
    const text = message.text();
    if (TinyServer.isClosed(message.location().url)) return;
    if (/Failed to load resource|net::ERR_|blocked by CORS policy/.test(text)) conduct.failedLoads.push(text);
    else if (text.includes('Content Security Policy')) conduct.policyReports.push(text);
    else conduct.errors.push(text);
  });
  page.on('request', (request) => {
    const url = new URL(request.url());
    const local = ['127.0.0.1', 'localhost', '[::1]', ''].includes(url.hostname);
    if (!local) conduct.foreignRequests.push(request.url());
  });
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(`Content Security Policy: ${event.violatedDirective} ${event.blockedURI}`);
    });
  });
}

export const test = base.extend<Fixtures>({
  // The page draws once a second instead of ten times: tests wait for words, and two cores are few.
  contextOptions: { reducedMotion: 'reduce' },
  serverArgs: [['--speed', '4'], { option: true }],
  listsWire: [true, { option: true }],
  context: async ({ context, listsWire }, use) => {
    if (listsWire) await listWire(context);
    await use(context);
  },
  expectFailedLoads: [false, { option: true }],
  server: async ({ serverArgs }, use) => {
    const server = await ServerProcess.start(...serverArgs);
    await use(server);
    await server.remove();
  },
  // It needs the server only to be judged before the server goes: polls that fail then are nobody's fault.
  conduct: async ({ page, server, expectFailedLoads }, use) => {
    expect(server.link).not.toBe('');
    // Enough on a machine that is busy with other things; a test ends as soon as its signals have come.
    test.setTimeout(Math.max(test.info().timeout, 120_000));
    const conduct: Conduct = { errors: [], failedLoads: [], policyReports: [], foreignRequests: [] };
    await watch(page, conduct);
    await use(conduct);
    expect(conduct.errors, 'console errors').toEqual([]);
    expect(conduct.policyReports, 'policy reports').toEqual([]);
    expect(conduct.foreignRequests, 'requests that leave loopback').toEqual([]);
    if (!expectFailedLoads) expect(conduct.failedLoads, 'failed loads').toEqual([]);
  },
  inspector: async ({ page, conduct }, use) => {
    expect(conduct.errors).toEqual([]); // the fixture watches from here on
    await use(new Inspector(page));
  },
  newTab: async ({ context, conduct }, use) => {
    await use(async () => {
      const page = await context.newPage();
      await watch(page, conduct);
      return new Inspector(page);
    });
  },
});

/** Runs axe on the page as it is and returns its violations in short. */
export async function axe(page: Page): Promise<string[]> {
  // Once a document: reading its half a megabyte takes as long as a look.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  return page.evaluate(async () => {
    const run = (globalThis as unknown as { axe: { run(): Promise<{ violations: Violation[] }> } }).axe;
    interface Violation {
      id: string;
      nodes: { target: unknown[]; failureSummary?: string }[];
    }
    const { violations } = await run.run();
    return violations.flatMap((v) =>
      v.nodes.map((n) => `${v.id}: ${n.target.join(' ')} ${n.failureSummary ?? ''}`),
    );
  });
}

export { expect };
