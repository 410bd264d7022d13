import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { BridgeCause, Source } from '../../protocol/bridge.ts';
import { type Reach, reachOf } from './reach.ts';

/** What may be connected to: the URL, and the very addresses that were checked. */
export interface Target {
  readonly url: URL;
  readonly addresses: readonly { readonly address: string; readonly family: number }[];
}

/** Why a channel cannot be, in a word and in the words of the system or of the rule. */
export class BridgeRefusal extends Error {
  override readonly name = 'BridgeRefusal';
  readonly code: BridgeCause;

  constructor(code: BridgeCause, detail: string) {
    super(detail);
    this.code = code;
  }
}

/** Every address of a name. */
export type Resolve = (host: string) => Promise<readonly { address: string; family: number }[]>;

export interface TargetRules {
  /** `--allow-link-local`. */
  readonly linkLocal: boolean;
  /** Left out, the system's resolver. */
  readonly resolve?: Resolve;
}

/**
 * Decides what the bridge connects to (attack 6). What a person typed may be anything but link-local and reserved addresses. What an
 * answer named may be local only where the endpoint that named it is, or after a person's yes. A name that was public for this page
 * stays so: one that turns local later is being rebound.
 */
export class Targets {
  readonly #rules: TargetRules;
  readonly #wasPublic = new Set<string>();
  readonly #asking = new Map<string, ReturnType<Resolve>>();

  constructor(rules: TargetRules) {
    this.#rules = rules;
  }

  /** @throws BridgeRefusal */
  async check(text: string, source: Source): Promise<Target> {
    const target = await this.#resolve(text);
    const reach = nearest(target);
    const { host, hostname } = target.url;
    if (!isLocal(reach)) {
      if (isIP(bare(hostname)) === 0) this.#wasPublic.add(hostname);
      return target;
    }
    const confirmed = source.kind === 'named' && source.confirmed;
    if (this.#wasPublic.has(hostname) && !confirmed) {
      const now = target.addresses.map(({ address }) => address).join(', ');
      throw new BridgeRefusal(
        'rebound',
        `${hostname} had a public address before, and has a local one now: ${now}`,
      );
    }
    if (source.kind === 'named' && !confirmed && !isLocal(nearest(await this.#resolve(source.by))))
      throw new BridgeRefusal('needs-consent', `${host} is a ${reach} address, and ${source.by} is none`);
    return target;
  }

  async #resolve(text: string): Promise<Target> {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:'))
      throw new BridgeRefusal('bad-url', 'only http and https URLs are fetched');
    if (url.username !== '' || url.password !== '')
      throw new BridgeRefusal('bad-url', 'the URL carries a user name or password');
    const found = await this.#addresses(bare(url.hostname));
    const allowed = found.filter(({ address }) => this.#allows(reachOf(address)));
    if (allowed.length === 0) {
      const [first] = found;
      const reach = first === undefined ? 'reserved' : reachOf(first.address);
      throw new BridgeRefusal(
        'address-refused',
        `${url.hostname} is ${first?.address ?? 'nowhere'} (${reach})`,
      );
    }
    return { url, addresses: allowed };
  }

  #allows(reach: Reach): boolean {
    return reach !== 'reserved' && (reach !== 'link-local' || this.#rules.linkLocal);
  }

  async #addresses(host: string): ReturnType<Resolve> {
    const family = isIP(host);
    if (family !== 0) return [{ address: host, family }];
    // As browsers do (RFC 6761): these names never leave the machine.
    if (/^(.+\.)?localhost\.?$/.test(host))
      return [
        { address: '127.0.0.1', family: 4 },
        { address: '::1', family: 6 },
      ];
    // One look-up a name at a time: the resolver's few threads serve the files of the page, too.
    const asking = this.#asking.get(host) ?? (this.#rules.resolve ?? resolveByName)(host);
    this.#asking.set(host, asking);
    try {
      return await asking;
    } catch (error) {
      throw new BridgeRefusal('dns', error instanceof Error ? error.message : String(error));
    } finally {
      this.#asking.delete(host);
    }
  }
}

const resolveByName: Resolve = (host) => lookup(host, { all: true });

function bare(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}

function isLocal(reach: Reach): boolean {
  return reach !== 'public';
}

/** The most local of the addresses: a name that has one local address is as good as local. */
function nearest({ addresses }: Target): Reach {
  const reaches = addresses.map(({ address }) => reachOf(address));
  return reaches.find(isLocal) ?? 'public';
}
