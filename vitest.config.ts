import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

// Projects: `unit` (Node) and `unit:dom` (jsdom), `process` (the command as a process), `protocol` (our own conformance suites), `gates` (planted violations).
// Limits for what hangs, not for what is slow: the machine may be busy with other things.
const shared = { testTimeout: 30_000, hookTimeout: 30_000, restoreMocks: true };
const outside = ['**/node_modules/**', '**/dist/**', '.cache/**', 'e2e/**'];
const PROTOCOL = '**/*.protocol.test.ts';
// Tests that start, kill and restart the built command: too slow for `npm run check`.
const PROCESS = '**/*.process.test.ts';
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
          exclude: [...outside, PROTOCOL, PROCESS, ...LONG],
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
          include: ['app/**/*.test.tsx'],
          exclude: outside,
        },
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
