import type { Discovery } from '../../../server/protocol/discovery.ts';
import type { Problem } from '../../../server/protocol/problem.ts';
import type { Answered } from '../engine.ts';
import type { GenerationChoice } from '../transport/ways.ts';
import { type Sign, signOf } from './legacy/generation.ts';
import type { LegacySessions } from './legacy/sessions.ts';
import type { Sender } from './sender.ts';
import { askDiscovery, discovered } from './server-client.ts';

export interface Discovering {
  readonly sender: Sender;
  readonly sessions: LegacySessions;
  readonly endpoint: string;
  /** What a person has fixed for the endpoint. */
  readonly choice: GenerationChoice;
  /** Seq of the action behind it. */
  readonly cause: number;
  /** Closes the exchange from this side. */
  readonly signal: AbortSignal | undefined;
}

/**
 * Finds out what an endpoint speaks and begins with it: `server/discover` first, and where its answer shows a legacy server, `initialize`;
 * where a person has fixed the generation, that one alone. What showed it stands in the log as a note.
 */
export async function discoverByGeneration(discovering: Discovering): Promise<Answered<Discovery>> {
  const { sender, sessions, endpoint, choice, cause, signal } = discovering;
  if (choice === 'legacy') {
    const begun = await sessions.begin(endpoint, cause, signal);
    if (!begun.ok) return { ...begun, problem: ofChoice(begun.problem) };
    tell(sender, endpoint, { generation: choice, evidence: BY_HAND }, cause, begun.exchange);
    return begun;
  }
  const sent = await askDiscovery(sender, endpoint, cause, signal);
  const { seq, exchange, status } = sent.received;
  const sign = signOf(sent);
  if (choice === 'current') {
    const found = discovered(sent);
    if (!found.ok)
      return sign?.generation === 'legacy' ? { ...found, problem: ofChoice(found.problem) } : found;
    tell(sender, endpoint, { generation: choice, evidence: BY_HAND }, seq, exchange);
    await sessions.leave(endpoint, seq);
    return found;
  }
  if (sign?.generation !== 'legacy') {
    if (sign !== undefined) {
      tell(sender, endpoint, sign, seq, exchange);
      await sessions.leave(endpoint, seq);
    }
    return discovered(sent);
  }
  const begun = await sessions.begin(endpoint, seq, signal);
  if (begun.ok) {
    const sse = sessions.get(endpoint)?.overSse === true;
    const evidence = sse ? `${OVER_SSE} (server/discover: ${status})` : sign.evidence;
    tell(sender, endpoint, { ...sign, evidence }, seq, begun.exchange);
    return begun;
  }
  // Refused just as before: it is no MCP server of either generation, and the first answer says that best.
  const again = sender.world().exchangeById.get(begun.exchange ?? '')?.httpStatus;
  return again === status ? discovered(sent) : begun;
}

const OVER_SSE =
  'no POST to the endpoint, but a stream that names a URL for messages: HTTP+SSE of 2024-11-05';
const BY_HAND = 'fixed in the endpoint options';

/** A generation that was fixed by hand may be the reason for any refusal. */
function ofChoice(problem: Problem): Problem {
  return {
    ...problem,
    next: `${problem.next} The generation of this endpoint is fixed in its options: “Automatic” finds out what it speaks.`,
  };
}

function tell(sender: Sender, endpoint: string, sign: Sign, cause: number, exchange: string): void {
  const data = { text: sign.evidence, generation: sign.generation, evidence: sign.evidence };
  sender.recorder.write({ kind: 'note', endpoint, exchange, cause, data });
}
