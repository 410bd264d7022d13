import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { compressFolder } from './.ci/compress.mjs';
import { leanQuery } from './.ci/lean-query.mjs';
import manifest from './package.json' with { type: 'json' };
import { PAGE_POLICY } from './server/node/policy.ts';

const root = import.meta.dirname;
/** Where `npm run dev` runs the demo server. */
const demo = process.env.TASKSCOPE_DEMO ?? 'http://127.0.0.1:6280';

/** After the page's build: gzip and brotli beside each file, so that the server sends them as they are. */
const compress: Plugin = {
  name: 'taskscope:compress',
  apply: (_config, env) => env.command === 'build' && !env.isSsrBuild && env.mode !== 'static',
  writeBundle: () => compressFolder(join(root, 'dist/app')), // not closeBundle, which runs after a failure, too
};

/** After the server's build: the command can be run as it is. */
const executable: Plugin = {
  name: 'taskscope:executable',
  apply: (_config, env) => env.command === 'build' && env.isSsrBuild === true,
  closeBundle() {
    const cli = join(root, 'dist/server/cli.js');
    if (!existsSync(cli)) return;
    const text = readFileSync(cli, 'utf8');
    if (!text.startsWith('#!')) writeFileSync(cli, `#!/usr/bin/env node\n${text}`);
    chmodSync(cli, 0o755);
  },
};

// The page: served from `/`, nothing inline, because the policy allows scripts, styles and workers from 'self' alone.
const page = {
  outDir: 'dist/app',
  emptyOutDir: true,
  manifest: true,
  assetsInlineLimit: 0,
  modulePreload: { polyfill: false },
  rolldownOptions: { checks: { pluginTimings: false } }, // no warnings about our own compressing
};

// `--mode static`: the page for any static host, at any path. It brings the policy in a meta tag (where `frame-ancestors` has no meaning).
const staticPage = { ...page, outDir: 'dist/static', manifest: false };

const policyTag: Plugin = {
  name: 'taskscope:policy-tag',
  apply: (_config, env) => env.mode === 'static',
  transformIndexHtml: () => [
    {
      tag: 'meta',
      attrs: {
        'http-equiv': 'Content-Security-Policy',
        content: PAGE_POLICY.replace(/; frame-ancestors [^;]*$/, ''),
      },
      injectTo: 'head-prepend' as const,
    },
  ],
};

// The server: what package.json names as a dependency stays outside, everything else is bundled.
const server = {
  outDir: 'dist/server',
  emptyOutDir: true,
  copyPublicDir: false,
  minify: false,
  target: 'node20',
  rolldownOptions: {
    input: Object.fromEntries(
      ['cli', 'testing', 'index']
        .map((name) => [name, join(root, `server/${name}.ts`)])
        .filter(([, file]) => file && existsSync(file)),
    ),
    output: { format: 'esm' as const, entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
  },
};

// `--mode headless`: a program that stands on the engine without a page, in one file with all that it needs.
const headless = {
  outDir: 'dist',
  emptyOutDir: false,
  copyPublicDir: false,
  minify: false,
  target: 'node20',
  rolldownOptions: {
    input: join(root, 'app/headless/conformance-client.ts'),
    output: { format: 'esm' as const, entryFileNames: 'conformance-client.mjs', codeSplitting: false },
  },
};

export default defineConfig(({ isSsrBuild, mode }) => ({
  root,
  base: mode === 'static' ? './' : '/',
  plugins: [react(), leanQuery(), compress, executable, policyTag],
  worker: { format: 'es' as const },
  build: mode === 'headless' ? headless : isSsrBuild ? server : mode === 'static' ? staticPage : page,
  ssr: {
    external:
      mode === 'headless' ? [] : Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies }),
    noExternal: true as const,
  },
  // `npm run dev`: the page from source, its requests to the demo server passed on as if they came from its own origin.
  server: {
    host: '127.0.0.1',
    proxy: {
      '^/(mcp|api)(/|$)': { target: demo, changeOrigin: true, headers: { origin: demo } },
    },
  },
}));
