import type { JsonObject, JsonValue } from '../../../server/protocol/json.ts';
import { own, ownString } from '../../../server/protocol/json.ts';
import type { Attempt } from './attempts.ts';
import type { Seen, SeenSteps } from './seen.ts';

export type StepState = 'done' | 'now' | 'failed' | 'open';

/** One step of a sign-in, and what it has proved. */
export interface Step {
  readonly id: string;
  readonly title: string;
  readonly state: StepState;
  /** What was proved, or what the step is for. */
  readonly words: string;
  /** The exchange that shows it. */
  readonly exchange: string | undefined;
}

const NAMES_ITSELF = 'authorization_response_iss_parameter_supported';

/** Which step a failure belongs to, by the problem's code. */
const FAILED_AT: Readonly<Record<string, string>> = {
  'resource-mismatch': 'resource',
  'issuer-mismatch': 'server',
  'no-pkce': 'server',
  unreached: 'server',
  'other-server': 'client',
  'registration-refused': 'client',
  'not-openable': 'authorise',
  denied: 'callback',
  'wrong-state': 'callback',
  'wrong-issuer': 'callback',
  'not-awaited': 'callback',
  'insecure-token-endpoint': 'token',
  oauth: 'token',
  'scope-refused': 'step-up',
};

/** The steps of the sign-in at an endpoint (2026-07-28, "Authorization Flow Steps"), as far as the log and this page know them. */
export function stepsOf(endpoint: string, seen: SeenSteps, attempt: Attempt): readonly Step[] {
  const issuer = ownString(seen['server-metadata']?.said, 'issuer') ?? 'the authorisation server';
  const { token } = seen;
  const isGiven = token !== undefined && isOk(token);
  const isMachine = isGiven && token.form.get('grant_type') !== 'authorization_code';
  const isAway = attempt.outcome?.state === 'redirect';
  const failed = attempt.outcome?.state === 'failed' ? FAILED_AT[attempt.outcome.problem.code] : undefined;
  const step = (
    id: string,
    title: string,
    found: Seen | undefined,
    done: boolean,
    words: string,
    open: string,
  ): Step => ({
    id,
    title,
    state: failed === id ? 'failed' : done ? 'done' : 'open',
    words: done ? words : open,
    exchange: found?.exchange.id,
  });
  const gone = isGiven && !isAway;
  return [
    step(
      'refusal',
      'The endpoint refuses',
      seen.refused,
      seen.refused !== undefined,
      refusal(seen.refused),
      'A 401 begins it all.',
    ),
    step(
      'resource',
      'Resource metadata',
      seen['resource-metadata'],
      isOk(seen['resource-metadata']),
      `The endpoint itself says that it is ${text(seen['resource-metadata'], 'resource') ?? endpoint} and which authorisation server may give tokens for it: ${list(own(seen['resource-metadata']?.said, 'authorization_servers'))}.`,
      'Whom does the endpoint trust? A token is asked for there and nowhere else (RFC 9728).',
    ),
    step(
      'server',
      'Metadata of the authorisation server',
      seen['server-metadata'],
      isOk(seen['server-metadata']),
      serverWords(seen['server-metadata']?.said ?? {}),
      'Is it who it says, and does it know PKCE with S256 (RFC 8414)?',
    ),
    step(
      'client',
      'Who this client is',
      seen.registration,
      isOk(seen.registration) || gone || isAway,
      isOk(seen.registration)
        ? `Registered as ${text(seen.registration, 'client_id')} with the one redirect URI of this page.`
        : `Known there as ${token?.form.get('client_id') ?? 'the id that you gave'}; nothing was registered.`,
      'A registration, an id that you have, or the URL of a document about this client.',
    ),
    {
      ...step(
        'authorise',
        'Your consent',
        undefined,
        gone,
        isMachine
          ? 'A machine asks in its own name: no person is needed.'
          : 'You agreed at the page of the authorisation server; this page never saw how you signed in.',
        'You agree or refuse at the page of the authorisation server.',
      ),
      ...(isAway ? { state: 'now' as const } : {}),
    },
    step(
      'callback',
      'The way back',
      undefined,
      gone,
      isMachine ? 'Without a person there is none.' : wayBack(seen['server-metadata']?.said, issuer),
      'The state must be ours and the issuer the one that was asked (RFC 9207), or nothing of it is used.',
    ),
    step(
      'token',
      'Token',
      token,
      isGiven,
      tokenWords(token, isMachine),
      'The code is exchanged, with the verifier that only this page knows.',
    ),
    step(
      'refresh',
      'Refresh',
      seen['token-refresh'],
      isOk(seen['token-refresh']),
      `A new token came without you${lifeOf(seen['token-refresh'])}; the refresh token was exchanged with it.`,
      'Before the token runs out a new one is had, where the server gave a refresh token.',
    ),
    step(
      'step-up',
      'More rights',
      seen.more,
      seen.more !== undefined && covers(seen, parameter(seen.more.challenge, 'scope')),
      `The endpoint asked for more (403), and the token has it now: ${text(token, 'scope') ?? ''}.`,
      seen.more === undefined
        ? 'Where a tool needs more than the token allows, the endpoint says so (403).'
        : `The endpoint wants the scope “${parameter(seen.more.challenge, 'scope') ?? 'unknown'}”. Begin again to ask for it, together with what you have.`,
    ),
  ];
}

/** A parameter of a `WWW-Authenticate` header. */
export function parameter(challenge: string, name: string): string | undefined {
  return new RegExp(`(?:^|[\\s,])${name}="([^"]*)"`, 'i').exec(challenge)?.[1];
}

function refusal(seen: Seen | undefined): string {
  const challenge = seen?.challenge ?? '';
  const at = parameter(challenge, 'resource_metadata');
  const scope = parameter(challenge, 'scope');
  return [
    'It answered 401: nothing is served without a token.',
    at === undefined
      ? 'It did not say where its metadata are, so they are looked for at the well-known places.'
      : `Its metadata are at ${at}.`,
    ...(scope === undefined ? [] : [`The least scope is “${scope}”.`]),
  ].join(' ');
}

/** `iss` proves something only where it had to come: a server that does not promise it may have left it out. */
function wayBack(metadata: JsonObject | undefined, issuer: string): string {
  const state = 'It had the state of this very attempt, so nobody else began it';
  return own(metadata, NAMES_ITSELF) === true
    ? `${state}, and came from ${issuer} (iss), so no other server mixed itself in.`
    : `${state}. ${issuer} does not promise to name itself (iss), so that no other server mixed itself in is not proved.`;
}

function serverWords(said: JsonObject): string {
  const names = own(said, NAMES_ITSELF) === true;
  return [
    `It says that it is ${ownString(said, 'issuer') ?? '(nothing)'}, the very URL that it was found by.`,
    `PKCE: ${list(own(said, 'code_challenge_methods_supported'))}.`,
    names ? 'It will name itself on the way back.' : 'It does not say that it names itself on the way back.',
  ].join(' ');
}

function tokenWords(token: Seen | undefined, isMachine: boolean): string {
  const proof = isMachine
    ? 'The client has shown its own credentials.'
    : 'The verifier has proved that who brings the code is who asked for it.';
  const scope = text(token, 'scope');
  return `${proof} The token is for this endpoint alone${scope === undefined ? '' : `, with the scope “${scope}”`}${lifeOf(token)}.`;
}

function lifeOf(seen: Seen | undefined): string {
  const life = own(seen?.said, 'expires_in');
  return typeof life === 'number' ? `, for ${life} s` : '';
}

function covers({ token, more }: SeenSteps, scope: string | undefined): boolean {
  if (token === undefined || more === undefined || token.exchange.index < more.exchange.index) return false;
  const had = (text(token, 'scope') ?? '').split(' ');
  return (scope ?? '').split(' ').every((name) => had.includes(name));
}

function isOk(seen: Seen | undefined): boolean {
  const status = seen?.exchange.httpStatus ?? 0;
  return status >= 200 && status < 300;
}

function text(seen: Seen | undefined, name: string): string | undefined {
  return ownString(seen?.said, name);
}

function list(value: JsonValue | undefined): string {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string').join(', ') : 'not said';
}
