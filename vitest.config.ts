import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

// Projects: `unit` (Node) and `unit:dom` (jsdom), `heavy` (what takes seconds by nature), `process` (the command as a process), `protocol` (our own conformance suites), `gates` (planted violations).
// Limits for what hangs, not for what is slow: the machine may be busy with other things.
// A roomy young generation: what the tests leave behind is swept seldom (a tenth of their processor time).
const shared = {
  testTimeout: 30_000,
  hookTimeout: 30_000,
  restoreMocks: true,
  execArgv: ['--max-semi-space-size=64'],
};
const outside = ['**/node_modules/**', '**/dist/**', '.cache/**', 'e2e/**'];
const PROTOCOL = '**/*.protocol.test.ts';
// Tests that start, kill and restart the built command: too slow for `npm run check`.
const PROCESS = '**/*.process.test.ts';
// Sizes of which each takes seconds, child processes, long random histories: `npm test` runs them, `npm run check` does not.
const HEAVY = '**/*.heavy.test.ts';
// Minutes of kills and restarts, and the long listen: `npm run test:long` alone, which says `--mode long`.
const LONG = ['**/*.long.test.ts', '**/endurance.protocol.test.ts'];

export default defineConfig(({ mode }) => ({
  plugins: [react()],
  test: {
    projects: [
      {
        extends: true,
        test: {
          ...shared,
          name: 'unit',
          environment: 'node',
          // One realm for many files: starting a fresh one for each cost more than the tests (so no test may leave a global changed).
          isolate: false,
          include: ['{app,server}/**/*.test.ts'],
          exclude: [...outside, PROTOCOL, PROCESS, HEAVY, ...LONG],
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: 'unit:dom',
          environment: 'jsdom',
          setupFiles: ['.ci/patience.mjs'],
          isolate: false,
          // After `unit`, not among it: each change of environment would start a process and load jsdom and React anew.
          sequence: { groupOrder: 1 },
          include: ['app/**/*.test.tsx'],
          exclude: outside,
        },
      },
      {
        extends: true,
        test: { ...shared, name: 'heavy', environment: 'node', include: [HEAVY], exclude: outside },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: 'process',
          environment: 'node',
          include: mode === 'long' ? LONG : [PROCESS],
          exclude: outside,
        },
      },
      {
        extends: true,
        test: { ...shared, name: 'protocol', environment: 'node', include: [PROTOCOL], exclude: outside },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: 'gates',
          environment: 'node',
          include: ['.ci/gates/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
}));
