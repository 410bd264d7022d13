import { describe, expect, it } from 'vitest';
import type { Source } from '../../protocol/bridge.ts';
import { type Resolve, Targets } from './target.ts';

const TYPED: Source = { kind: 'typed' };
const NAMES: Record<string, readonly string[]> = {
  'far.example': ['203.0.114.5'],
  'near.example': ['10.0.0.7'],
  'cloud.example': ['169.254.169.254'],
  'both.example': ['203.0.114.6', '169.254.169.254'],
};
const resolve: Resolve = async (host) => {
  const found = NAMES[host];
  if (found === undefined) throw new Error(`getaddrinfo ENOTFOUND ${host}`);
  return found.map((address) => ({ address, family: 4 }));
};
const targets = (linkLocal = false) => new Targets({ linkLocal, resolve });
const addresses = async (url: string, source: Source = TYPED, rules = targets()) =>
  (await rules.check(url, source)).addresses.map(({ address }) => address);
const named = (by: string, confirmed = false): Source => ({ kind: 'named', by, confirmed });

describe('attack 6: what a person typed', () => {
  it.each(['http://127.1/', 'http://2130706433/', 'http://0x7f.1/', 'http://①②⑦.0.0.1/'])(
    '%s is loopback by another spelling, and allowed',
    async (url) => {
      expect(await addresses(url)).toEqual(['127.0.0.1']);
    },
  );

  it('[::ffff:127.0.0.1] and localhost. are loopback, without a resolver', async () => {
    expect(await addresses('http://[::ffff:127.0.0.1]/')).toEqual(['::ffff:7f00:1']);
    expect(await addresses('http://localhost.:3000/')).toEqual(['127.0.0.1', '::1']);
    expect(await addresses('http://a.localhost/')).toEqual(['127.0.0.1', '::1']);
  });

  it('public and private names are resolved', async () => {
    expect(await addresses('https://far.example/mcp')).toEqual(['203.0.114.5']);
    expect(await addresses('http://near.example/mcp')).toEqual(['10.0.0.7']);
  });

  it.each([
    ['http://169.254.169.254/latest/meta-data/', 'address-refused'],
    ['http://[fe80::1]/', 'address-refused'],
    ['http://[::ffff:169.254.169.254]/', 'address-refused'],
    ['http://[fd00:ec2::254]/', 'address-refused'],
    ['http://cloud.example/', 'address-refused'],
    ['http://0.0.0.0:3000/', 'address-refused'],
    ['http://[::]/', 'address-refused'],
    ['file:///etc/passwd', 'bad-url'],
    ['ftp://far.example/', 'bad-url'],
    ['gopher://127.0.0.1:25/', 'bad-url'],
    ['http://u:p@far.example/', 'bad-url'],
    ['nonsense', 'bad-url'],
    ['http://missing.example/', 'dns'],
  ])('%s is refused as %s', async (url, code) => {
    await expect(targets().check(url, TYPED)).rejects.toMatchObject({ code });
  });

  it('of several addresses only the allowed ones are connected to', async () => {
    expect(await addresses('http://both.example/')).toEqual(['203.0.114.6']);
  });

  it('--allow-link-local allows link-local, and reserved stays refused', async () => {
    expect(await addresses('http://169.254.169.254/', TYPED, targets(true))).toEqual(['169.254.169.254']);
    await expect(targets(true).check('http://0.0.0.0/', TYPED)).rejects.toMatchObject({
      code: 'address-refused',
    });
  });
});

describe('attack 6: what an answer named', () => {
  it('may be public', async () => {
    expect(await addresses('https://far.example/token', named('https://far.example/mcp'))).toEqual([
      '203.0.114.5',
    ]);
  });

  it.each(['http://127.0.0.1:6379/', 'http://near.example/', 'http://localhost/', 'http://[::1]/'])(
    '%s, named by a public endpoint, needs a person’s yes',
    async (url) => {
      const by = 'https://far.example/mcp';
      await expect(targets().check(url, named(by))).rejects.toMatchObject({ code: 'needs-consent' });
      expect(await addresses(url, named(by, true))).not.toEqual([]);
    },
  );

  it('may be local where the endpoint is', async () => {
    expect(await addresses('http://127.0.0.1:9/token', named('http://localhost:3000/mcp'))).toEqual([
      '127.0.0.1',
    ]);
  });

  it('is never link-local, not even with a yes', async () => {
    const source = named('http://localhost:3000/mcp', true);
    await expect(targets().check('http://169.254.169.254/', source)).rejects.toMatchObject({
      code: 'address-refused',
    });
  });
});

it('attack 6: a name that was public for this page and turns local is not followed', async () => {
  let answer = '203.0.114.9';
  const rebinding = new Targets({
    linkLocal: false,
    resolve: async () => [{ address: answer, family: 4 }],
  });
  expect(await addresses('http://turning.example/', TYPED, rebinding)).toEqual(['203.0.114.9']);
  answer = '127.0.0.1';
  await expect(rebinding.check('http://turning.example/', TYPED)).rejects.toMatchObject({ code: 'rebound' });
});
