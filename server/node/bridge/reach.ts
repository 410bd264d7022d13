import { BlockList, isIP, isIPv4 } from 'node:net';

/**
 * How far away an address is. `link-local` has the metadata services of clouds in it, wherever they live; `reserved` is nothing that a
 * server can be reached at.
 */
export type Reach = 'public' | 'private' | 'loopback' | 'link-local' | 'reserved';

/** The special ranges of IANA's registries, the narrower ones first. */
const RANGES: readonly (readonly [Reach, readonly string[]])[] = [
  [
    'link-local',
    [
      '169.254.0.0/16',
      'fe80::/10',
      // Metadata and wire services outside the range: Alibaba, Oracle, Azure, AWS over IPv6.
      '100.100.100.200/32',
      '192.0.0.192/32',
      '168.63.129.16/32',
      'fd00:ec2::254/128',
    ],
  ],
  ['loopback', ['127.0.0.0/8', '::1/128']],
  [
    'private',
    [
      '10.0.0.0/8',
      '172.16.0.0/12',
      '192.168.0.0/16',
      '100.64.0.0/10',
      '198.18.0.0/15',
      'fc00::/7',
      'fec0::/10',
      '64:ff9b:1::/48',
    ],
  ],
  [
    'reserved',
    [
      '0.0.0.0/8',
      '192.0.0.0/24',
      '192.0.2.0/24',
      '192.88.99.0/24',
      '198.51.100.0/24',
      '203.0.113.0/24',
      '224.0.0.0/4',
      '240.0.0.0/4',
      '::/128',
      '100::/64',
      '2001::/23',
      '2001:db8::/32',
      'ff00::/8',
    ],
  ],
];

const LISTS = RANGES.map(([reach, ranges]) => {
  const list = new BlockList();
  for (const range of ranges) {
    const [net = '', bits] = range.split('/');
    list.addSubnet(net, Number(bits), family(net));
  }
  return [reach, list] as const;
});

/**
 * Classifies an IP address as a resolver or the URL parser gives it. An IPv6 address that only wraps an IPv4 one (mapped, compatible,
 * NAT64, 6to4) is as far away as what it wraps.
 * @param address without brackets; a zone after `%` does not count
 */
export function reachOf(address: string): Reach {
  const bare = address.split('%')[0] ?? '';
  if (isIP(bare) === 0) return 'reserved';
  const inner = isIPv4(bare) ? undefined : wrapped(bare);
  if (inner !== undefined) return reachOf(inner);
  for (const [reach, list] of LISTS) if (list.check(bare, family(bare))) return reach;
  return 'public';
}

function family(address: string): 'ipv4' | 'ipv6' {
  return isIPv4(address) ? 'ipv4' : 'ipv6';
}

/** The IPv4 address within an IPv6 one. */
function wrapped(address: string): string | undefined {
  const groups = groupsOf(address);
  const starts = (...wanted: readonly number[]): boolean => wanted.every((group, i) => groups[i] === group);
  const v4 = (at: number): string => {
    const [high = 0, low = 0] = groups.slice(at);
    return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  };
  if (starts(0, 0, 0, 0, 0, 0xffff) || starts(0x64, 0xff9b, 0, 0, 0, 0)) return v4(6);
  if (starts(0x2002)) return v4(1);
  // `::1` and `::` are addresses of their own.
  return starts(0, 0, 0, 0, 0, 0) && groups[6] !== 0 ? v4(6) : undefined;
}

/** The eight groups of an IPv6 address; the URL parser writes all forms of one in the same way. */
function groupsOf(address: string): readonly number[] {
  const text = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  const [head = '', tail] = text.split('::');
  const numbers = (part: string): number[] =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
  const start = numbers(head);
  if (tail === undefined) return start;
  const end = numbers(tail);
  return [...start, ...Array<number>(8 - start.length - end.length).fill(0), ...end];
}
