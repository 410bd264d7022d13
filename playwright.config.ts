import { defineConfig } from 'playwright/test';
import { browserArgs, findBrowser } from './.ci/browser.mjs';

// Each spec starts its own server from dist/server/cli.js on a free port, so there is no baseURL here.
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  fullyParallel: false,
  workers: 2,
  retries: 0,
  timeout: 240_000,
  forbidOnly: process.env.CI !== undefined,
  reporter: [
    ['list'],
    ['json', { outputFile: process.env.TASKSCOPE_E2E_JSON ?? 'test-results/results.json' }],
  ],
  use: {
    viewport: { width: 1440, height: 900 },
    actionTimeout: 60_000, // what cannot be clicked or filled fails by its name, not by the time of the whole test
    trace: { mode: 'retain-on-failure', screenshots: false },
    launchOptions: { executablePath: findBrowser(), args: browserArgs() },
  },
});
