import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import type { JsonObject } from '../../protocol/json.ts';
import type { Readable } from '../demo.ts';
import { listen } from '../listen.ts';
import { AuthorisationServer } from './authorisation-server.ts';
import { fetchDocument } from './client-document.ts';
import { guarded, resourceMetadata } from './guard.ts';

export interface ProtectOptions {
  /** Of the MCP endpoints. */
  readonly origin: string;
  /** Their paths. */
  readonly paths: readonly string[];
  /** Of an access token, ms. */
  readonly lifeMs: number;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly readable: Readable;
  readonly next: (request: Request) => Promise<Response>;
}

/** The demo behind an authorisation server of its own. */
export interface Protection {
  /** Where the authorisation server is: on loopback, a free port. */
  readonly issuer: string;
  /** The MCP endpoints, guarded. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** The resource metadata at a path, or undefined. */
  metadata(path: string): JsonObject | undefined;
  close(): Promise<void>;
}

/** Starts the authorisation server. An origin of its own keeps its pages away from the inspector's. @throws the system's error */
export async function protect(options: ProtectOptions): Promise<Protection> {
  const { origin, paths, clock, ids, lifeMs, readable, next } = options;
  let server: AuthorisationServer | undefined;
  const listening = await listen({ host: '127.0.0.1', port: 0 }, clock, async (request) =>
    server === undefined ? new Response(null, { status: 503 }) : server.fetch(request),
  );
  const issuer = listening.origin;
  server = new AuthorisationServer({
    ...{ issuer, lifeMs, clock, ids, fetchDocument },
    resources: new Set(paths.map((path) => origin + path)),
    ownRedirect: `${origin}/oauth/callback`,
  });
  const allowed = (token: string) => server?.allowed(token);
  return {
    issuer,
    fetch: guarded({ origin, issuer, allowed, next, readable }),
    metadata: (path) => resourceMetadata(path, { origin, issuer }, paths),
    async close() {
      listening.drain();
      await listening.close();
    },
  };
}
