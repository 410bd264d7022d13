import type { Discovery } from '../../../server/protocol/discovery.ts';
import type { Answered } from '../engine.ts';
import { type Sign, signOf } from './legacy/generation.ts';
import type { LegacySessions } from './legacy/sessions.ts';
import type { Sender } from './sender.ts';
import { askDiscovery, discovered } from './server-client.ts';

/**
 * Finds out what an endpoint speaks and begins with it: `server/discover` first, and where its answer shows a legacy server, `initialize`.
 * What showed it stands in the log as a note. @param cause seq of the action behind it @param signal closes the exchange from this side
 */
export async function discoverByGeneration(
  sender: Sender,
  sessions: LegacySessions,
  endpoint: string,
  cause: number,
  signal?: AbortSignal,
): Promise<Answered<Discovery>> {
  const sent = await askDiscovery(sender, endpoint, cause, signal);
  const { seq, exchange, status } = sent.received;
  const sign = signOf(sent);
  if (sign?.generation !== 'legacy') {
    if (sign !== undefined) {
      tell(sender, endpoint, sign, seq, exchange);
      await sessions.leave(endpoint, seq);
    }
    return discovered(sent);
  }
  const begun = await sessions.begin(endpoint, seq, signal);
  if (begun.ok) {
    tell(sender, endpoint, sign, seq, begun.exchange);
    return begun;
  }
  // Refused just as before: it is no MCP server of either generation, and the first answer says that best.
  const again = sender.world().exchangeById.get(begun.exchange ?? '')?.httpStatus;
  return again === status ? discovered(sent) : begun;
}

function tell(sender: Sender, endpoint: string, sign: Sign, cause: number, exchange: string): void {
  const data = { text: sign.evidence, generation: sign.generation, evidence: sign.evidence };
  sender.recorder.write({ kind: 'note', endpoint, exchange, cause, data });
}
