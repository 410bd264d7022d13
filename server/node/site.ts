import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { acceptedCodings, type Coding } from './encoding.ts';
import { codeOf } from './exclusive-file.ts';
import { policyFor } from './policy.ts';

/** Paths that the page itself answers: each gets `index.html`. Any other path without a file is a 404. */
export const PAGE_ROUTES: ReadonlySet<string> = new Set([
  '/',
  '/discover',
  '/tools',
  '/settings',
  '/answers',
  '/answers/gallery',
  '/compose',
  '/resources',
  '/prompts',
  '/notifications',
  '/lab',
  '/recordings',
  '/sign-in',
  '/oauth/callback',
]);

const TYPES: ReadonlyMap<string, string> = new Map([
  ['html', 'text/html; charset=utf-8'],
  ['js', 'text/javascript; charset=utf-8'],
  ['mjs', 'text/javascript; charset=utf-8'],
  ['css', 'text/css; charset=utf-8'],
  ['json', 'application/json; charset=utf-8'],
  ['map', 'application/json; charset=utf-8'],
  ['webmanifest', 'application/manifest+json; charset=utf-8'],
  ['txt', 'text/plain; charset=utf-8'],
  ['svg', 'image/svg+xml; charset=utf-8'],
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['webp', 'image/webp'],
  ['ico', 'image/x-icon'],
  ['woff2', 'font/woff2'],
  ['wasm', 'application/wasm'],
]);

/**
 * Segments of plain names alone. `..`, dot files, percent signs (so every encoded trick), backslashes, colons and empty segments
 * do not match, so a path that passes cannot leave the folder (attack 16).
 */
const PLAIN_PATH = /^(\/[A-Za-z0-9_@-][A-Za-z0-9_@.-]*)+$/;
const HASHED = /^\/assets\/.*-[A-Za-z0-9_-]{8}\.[a-z0-9]+$/;
const WORKER = /worker/i;
const ABSENT: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG']);

/** What is asked of the site: the URL's path, and the two headers that choose the answer. */
export interface Ask {
  readonly path: string;
  readonly acceptEncoding: string | undefined;
  readonly ifNoneMatch: string | undefined;
}

/** Serves the built page from `folder`. Files are read at each request, so a new build is served without a restart. */
export class Site {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Whether the page has been built. */
  async built(): Promise<boolean> {
    return (await this.#read('/index.html')) !== undefined;
  }

  /** The answer to a GET, or undefined where there is no such file or route. */
  async answer(ask: Ask): Promise<Response | undefined> {
    const path = PAGE_ROUTES.has(ask.path) ? '/index.html' : ask.path;
    const type = TYPES.get(path.slice(path.lastIndexOf('.') + 1));
    if (type === undefined || !PLAIN_PATH.test(path)) return undefined;
    const found = await this.#best(path, ask.acceptEncoding);
    if (found === undefined) return undefined;
    const etag = `"${createHash('sha256').update(found.bytes).digest('base64url').slice(0, 24)}"`;
    const headers = new Headers({
      ETag: etag,
      Vary: 'Accept-Encoding',
      'Cache-Control': cachingOf(path),
      'Content-Security-Policy': policyFor(path),
    });
    if (matches(ask.ifNoneMatch, etag)) return new Response(null, { status: 304, headers });
    headers.set('Content-Type', type);
    headers.set('Content-Length', String(found.bytes.byteLength));
    if (found.coding !== undefined) headers.set('Content-Encoding', found.coding);
    return new Response(found.bytes, { headers });
  }

  async #best(path: string, acceptEncoding: string | undefined): Promise<FoundFile | undefined> {
    for (const coding of acceptedCodings(acceptEncoding)) {
      const bytes = await this.#read(path + coding.suffix);
      if (bytes !== undefined) return { bytes, coding: coding.name };
    }
    const bytes = await this.#read(path);
    return bytes === undefined ? undefined : { bytes, coding: undefined };
  }

  async #read(path: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    try {
      return new Uint8Array(await readFile(join(this.#folder, path)));
    } catch (error) {
      if (ABSENT.has(codeOf(error))) return undefined;
      throw error;
    }
  }
}

interface FoundFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly coding: Coding['name'] | undefined;
}

/** A file whose name holds its content's hash never changes; a page or a worker must be asked for again each time. */
function cachingOf(path: string): string {
  return HASHED.test(path) && !WORKER.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache';
}

function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')));
}
