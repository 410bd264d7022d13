import { createHash } from 'node:crypto';
import type { JsonObject } from '../../protocol/json.ts';

/** Sends a request and follows nothing. */
export type Send = (url: string, init?: RequestInit) => Promise<Response>;

export const VERIFIER = 'v'.repeat(43);
export const CALLBACK = 'http://127.0.0.1:9999/oauth/callback';
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');

/** What a test changes of a request; undefined takes a parameter away. */
export type Change = Readonly<Record<string, string | undefined>>;

/** A client and the person behind it, against one authorisation server. */
export class Visitor {
  readonly issuer: string;
  readonly #send: Send;
  readonly #resource: string;
  clientId = '';

  constructor(send: Send, issuer: string, resource: string) {
    this.#send = send;
    this.issuer = issuer;
    this.#resource = resource;
  }

  /** Registers a public client. */
  async register(change: JsonObject = {}): Promise<Response> {
    const metadata = {
      client_name: 'A test',
      redirect_uris: [CALLBACK],
      token_endpoint_auth_method: 'none',
      ...change,
    };
    const headers = { 'Content-Type': 'application/json' };
    const body = JSON.stringify(metadata);
    const answer = await this.#send(`${this.issuer}/register`, { method: 'POST', headers, body });
    const said = (await answer.clone().json()) as { client_id?: string };
    this.clientId = said.client_id ?? this.clientId;
    return answer;
  }

  /** Opens the page of consent. */
  ask(change: Change = {}): Promise<Response> {
    const query = fields({
      response_type: 'code',
      client_id: this.clientId,
      redirect_uri: CALLBACK,
      state: 'my-state',
      code_challenge: CHALLENGE,
      code_challenge_method: 'S256',
      scope: 'mcp:use',
      resource: this.#resource,
      ...change,
    });
    return this.#send(`${this.issuer}/authorize?${query}`, { redirect: 'manual' });
  }

  /** Presses a button of the page. @returns where the browser is sent, or the answer where it is not */
  async decide(page: Response, change: Change = {}, origin = this.issuer): Promise<URL | Response> {
    const ticket = /name="ticket" value="([^"]+)"/.exec(await page.text())?.[1] ?? '';
    const body = fields({ ticket, person: 'alice', decision: 'allow', ...change });
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Origin: origin };
    const answer = await this.#send(`${this.issuer}/authorize`, {
      ...{ method: 'POST', headers, redirect: 'manual' as const },
      body: body.toString(),
    });
    const to = answer.headers.get('location');
    return to === null ? answer : new URL(to);
  }

  /** The code that an agreeing person brings. */
  async code(change: Change = {}, person: Change = {}): Promise<string> {
    const to = await this.decide(await this.ask(change), person);
    return to instanceof URL ? (to.searchParams.get('code') ?? '') : '';
  }

  token(change: Change, headers: Record<string, string> = {}): Promise<Response> {
    const form = fields({ client_id: this.clientId, resource: this.#resource, ...change });
    return this.#send(`${this.issuer}/token`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
      body: form.toString(),
    });
  }

  exchange(code: string, change: Change = {}): Promise<Response> {
    return this.token({
      grant_type: 'authorization_code',
      code,
      redirect_uri: CALLBACK,
      code_verifier: VERIFIER,
      ...change,
    });
  }

  refresh(token: string, change: Change = {}): Promise<Response> {
    return this.token({ grant_type: 'refresh_token', refresh_token: token, ...change });
  }
}

export interface GivenTokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly expires_in: number;
  readonly scope: string;
}

/** The tokens of a response that is none but good. */
export async function tokensOf(response: Response): Promise<GivenTokens> {
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
  return (await response.json()) as GivenTokens;
}

/** The OAuth error of a response. */
export async function errorOf(response: Response): Promise<string> {
  return `${response.status} ${((await response.json()) as { error?: string }).error}`;
}

function fields(change: Change): URLSearchParams {
  return new URLSearchParams(
    Object.entries(change).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
