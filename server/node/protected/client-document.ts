import { buildConnector, Client } from 'undici';
import { pinned } from '../bridge/pinned.ts';
import { reachOf } from '../bridge/reach.ts';
import { Targets } from '../bridge/target.ts';

const MOST_BYTES = 65_536;
const WAIT_MS = 5_000;

/**
 * Fetches a client id metadata document. Whoever names it is a stranger, so only public addresses are asked (SSRF), no redirect is
 * followed, and neither size nor time is theirs to choose. @throws Error that says why
 */
export async function fetchDocument(
  url: string,
  targets: Targets = new Targets({ linkLocal: false }),
): Promise<string> {
  const target = await targets.check(url, { kind: 'typed' });
  if (target.addresses.some(({ address }) => reachOf(address) !== 'public'))
    throw new Error('the document of a client id is fetched from public addresses alone');
  const client = new Client(target.url.origin, {
    connect: buildConnector({ timeout: WAIT_MS, lookup: pinned(target) }),
    headersTimeout: WAIT_MS,
    bodyTimeout: WAIT_MS,
    maxResponseSize: MOST_BYTES,
  });
  try {
    const path = target.url.pathname + target.url.search;
    // The time is that of the whole answer: one that drips byte by byte would never be idle.
    const signal = AbortSignal.timeout(WAIT_MS);
    const { statusCode, body } = await client.request({ method: 'GET', path, signal });
    const text = await body.text();
    if (statusCode === 200) return text;
    throw new Error(`the document of this client id was answered with HTTP ${statusCode}`);
  } finally {
    await client.destroy();
  }
}
