import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PAGE_POLICY, VALIDATOR_POLICY } from './policy.ts';
import { sendRaw } from './raw-http.suite.ts';
import { type Served, serveStandIn } from './served.suite.ts';
import { PAGE_ROUTES } from './site.ts';

const SCRIPT = 'console.log(1);'.repeat(50);
const HASHED = '/assets/index-Ab_1-xyZ.js';
let served: Served;
let dir: string;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'taskscope-site-'));
  const files: Record<string, string | Buffer> = {
    'secret.txt': 'outside',
    'app/index.html': '<!doctype html><title>Taskscope</title>',
    [`app${HASHED}`]: SCRIPT,
    [`app${HASHED}.br`]: brotliCompressSync(SCRIPT),
    [`app${HASHED}.gz`]: gzipSync(SCRIPT),
    'app/assets/validator.worker-Ab_1-xyZ.js': 'eval',
    'app/mockServiceWorker.js': 'worker',
    'app/.vite/manifest.json': '{}',
    'app/icon.svg': '<svg/>',
    'app/unknown.bin': 'bytes',
  };
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(dir, path)), { recursive: true });
    await writeFile(join(dir, path), text);
  }
  const appDir = join(dir, 'app');
  served = await serveStandIn({ fetch: async () => new Response(), options: { appDir } });
});
afterAll(async () => {
  await served.close();
  await rm(dir, { recursive: true });
});

interface Got {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** `fetch` decodes bodies, so it cannot be used here. */
function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Got> {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port: served.port, path, headers, method }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    }).on('error', reject);
  });
}

describe('the page', () => {
  it.each([...PAGE_ROUTES, '/?endpoint=http%3A%2F%2Fa.example%2F'])(
    'answers %s with its index',
    async (path) => {
      const got = await ask(path);
      expect(got.body.toString()).toContain('<title>Taskscope</title>');
      expect(got.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        'content-security-policy': PAGE_POLICY,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'x-frame-options': 'DENY',
      });
    },
  );

  it('has the policy of the design, to the letter (attack 16)', () => {
    expect(PAGE_POLICY).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src http: https: ws: wss:; img-src 'self' data: blob:; media-src data: blob:; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
  });

  it('gives eval to the validator worker alone, and no connection with it', async () => {
    const worker = await ask('/assets/validator.worker-Ab_1-xyZ.js');
    expect(worker.headers['content-security-policy']).toBe(VALIDATOR_POLICY);
    expect(VALIDATOR_POLICY).toMatch(/'unsafe-eval'.*connect-src 'none'/);
    for (const path of ['/', HASHED, '/mockServiceWorker.js', '/nowhere', '/api/health']) {
      expect((await ask(path)).headers['content-security-policy']).toBe(PAGE_POLICY);
    }
  });

  it('lets hashed files be kept for good, and pages and workers be asked for again', async () => {
    expect((await ask(HASHED)).headers['cache-control']).toBe('public, max-age=31536000, immutable');
    for (const path of ['/mockServiceWorker.js', '/assets/validator.worker-Ab_1-xyZ.js', '/icon.svg']) {
      expect([path, (await ask(path)).headers['cache-control']]).toEqual([path, 'no-cache']);
    }
  });

  it('answers 304 where the page is known already, with an ETag for each coding', async () => {
    const etag = String((await ask(HASHED)).headers.etag);
    const packed = String((await ask(HASHED, { 'Accept-Encoding': 'br' })).headers.etag);
    expect(packed).not.toBe(etag);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const got = await ask(HASHED, { 'If-None-Match': known });
      expect([got.status, got.body.length, got.headers.etag]).toEqual([304, 0, etag]);
    }
    expect((await ask(HASHED, { 'If-None-Match': packed })).status).toBe(200);
  });

  it('sends what was compressed at build, as far as it is accepted', async () => {
    const br = await ask(HASHED, { 'Accept-Encoding': 'gzip, deflate, br' });
    expect([br.headers['content-encoding'], br.headers.vary]).toEqual(['br', 'Accept-Encoding']);
    expect(brotliDecompressSync(br.body).toString()).toBe(SCRIPT);
    const gz = await ask(HASHED, { 'Accept-Encoding': 'gzip, br;q=0' });
    expect(gunzipSync(gz.body).toString()).toBe(SCRIPT);
    expect(gz.headers['content-type']).toBe('text/javascript; charset=utf-8');
    const plain = await ask(HASHED);
    expect([plain.headers['content-encoding'], plain.body.toString()]).toEqual([undefined, SCRIPT]);
    expect((await ask('/', { 'Accept-Encoding': 'br' })).headers['content-encoding']).toBeUndefined();
  });

  it('answers HEAD with the headers of GET and nothing else', async () => {
    for (const path of ['/', HASHED, '/nowhere', '/api/health']) {
      const [got, head] = [await ask(path), await ask(path, {}, 'HEAD')];
      expect([path, head.status, head.body.length]).toEqual([path, got.status, 0]);
      // A length is optional in the answer to HEAD; files have one.
      const length = path.startsWith('/api') || got.status === 404 ? [] : ['content-length'];
      for (const name of ['content-type', ...length, 'etag', 'content-security-policy']) {
        expect([path, name, head.headers[name]]).toEqual([path, name, got.headers[name]]);
      }
    }
  });

  it.each([
    '/nowhere',
    '/discover/',
    '/discover/x',
    '/assets/',
    '/assets',
    '/unknown.bin',
    `${HASHED}.br`,
    `/${'x'.repeat(7_000)}.js`,
  ])('has nothing at %s', async (path) => expect((await ask(path)).status).toBe(404));
});

describe('path traversal (attack 16)', () => {
  it.each([
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e%2fsecret.txt',
    '/..%5csecret.txt',
    '/..\\secret.txt',
    '/%252e%252e/secret.txt',
    '//secret.txt',
    '/./../secret.txt',
    '/assets/..%00/secret.txt',
    '/.vite/manifest.json',
    '/%2evite/manifest.json',
    '/..;/secret.txt',
    '/%c0%ae%c0%ae/secret.txt',
  ])('%s stays inside', async (path) => {
    const lines = [`GET ${path} HTTP/1.1`, `Host: 127.0.0.1:${served.port}`, 'Connection: close'];
    const { status, text } = await sendRaw(served.port, lines);
    expect(text).not.toContain('outside');
    expect([400, 404]).toContain(status);
  });
});
