import { defineConfig } from 'playwright/test';
import { browserArgs, findBrowser } from './.ci/browser.mjs';

/** The longest tests come first, so that no worker is left alone with one at the end. */
const LONG = /(?:tabs|views)\.spec\.ts$/;

// Each spec starts its own server from dist/server/cli.js on a free port, so there is no baseURL here.
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  // Each test has its own server, data directory and browser context, so any two may run side by side.
  fullyParallel: true,
  workers: 2,
  retries: 0,
  timeout: 240_000,
  forbidOnly: process.env.CI !== undefined,
  reporter: [
    ['list'],
    ['json', { outputFile: process.env.TASKSCOPE_E2E_JSON ?? 'test-results/results.json' }],
  ],
  projects: [
    { name: 'long', testMatch: LONG },
    { name: 'short', testIgnore: LONG },
  ],
  use: {
    viewport: { width: 1440, height: 900 },
    actionTimeout: 60_000, // what cannot be clicked or filled fails by its name, not by the time of the whole test
    // Without film strip and copies of the document: they took a third and a tenth of the whole run.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: findBrowser(), args: browserArgs() },
  },
});
