import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** A folder under a path of its own, as any static host serves it: files and nothing else, no fallback, no header of ours. */
export class FileServer {
  readonly #server: Server;
  readonly #under: string;
  /** What was asked for that is no file, and what was no GET. */
  readonly refused: string[] = [];

  private constructor(folder: string, under: string) {
    this.#under = under;
    this.#server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://localhost');
      const name = pathname.startsWith(under) ? pathname.slice(under.length) || 'index.html' : undefined;
      const found =
        name === undefined || request.method !== 'GET'
          ? Promise.reject(new Error('no file'))
          : readFile(join(folder, name));
      found.then(
        (bytes) =>
          response.writeHead(200, { 'Content-Type': TYPES[extname(name ?? '')] ?? 'text/plain' }).end(bytes),
        () => {
          this.refused.push(`${request.method} ${pathname}`);
          response.writeHead(404).end();
        },
      );
    });
  }

  /** @param under begins and ends with a slash */
  static async start(folder: string, under: string): Promise<FileServer> {
    const files = new FileServer(folder, under);
    files.#server.listen(0, '127.0.0.1');
    await once(files.#server, 'listening');
    return files;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}${this.#under}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
