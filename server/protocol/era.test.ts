import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CURRENT_VERSION } from './codes.ts';
import { type EraSigns, eraOf, isLegacyVersion, LEGACY_VERSIONS } from './era.ts';

const none: EraSigns = {
  http: 'POST',
  method: 'tools/list',
  sessionId: undefined,
  version: undefined,
  metaVersion: undefined,
};
const date = fc
  .tuple(
    fc.integer({ min: 2024, max: 2028 }),
    fc.integer({ min: 1, max: 12 }),
    fc.integer({ min: 1, max: 28 }),
  )
  .map(([y, m, d]) => `${y}-${String(m).padStart(2, '0')}-${String(d).padStart(2, '0')}`);
const version = fc.oneof(
  fc.constantFrom(undefined, CURRENT_VERSION, ...LEGACY_VERSIONS, '2026-07-27', '2026-07-29', '', 'DRAFT'),
  date,
  fc.string(),
);
const signs = fc.record<EraSigns>({
  http: fc.constantFrom('POST', 'GET', 'DELETE'),
  method: fc.option(fc.constantFrom('initialize', 'tools/call', 'server/discover', 'ping'), {
    nil: undefined,
  }),
  sessionId: fc.option(fc.string(), { nil: undefined }),
  version,
  metaVersion: version,
});

describe('the generation of a request', () => {
  test('R85 property: legacy if and only if a rule says so, mixed only where the two generations contradict each other', () => {
    fc.assert(
      fc.property(signs, (of) => {
        const old =
          of.version !== undefined && /^\d{4}-\d\d-\d\d$/.test(of.version) && of.version < '2026-07-28';
        const header = of.sessionId !== undefined || old;
        const open = of.http !== 'POST';
        const expected = open
          ? 'legacy'
          : header && of.metaVersion === '2026-07-28'
            ? 'mixed'
            : header || of.method === 'initialize'
              ? 'legacy'
              : 'current';
        expect(eraOf(of).kind).toBe(expected);
      }),
      { numRuns: 2000 },
    );
  });

  test('R85 property: it depends on the request alone, and no sign of the current generation makes a request legacy', () => {
    fc.assert(
      fc.property(signs, version, (of, metaVersion) => {
        const bare = {
          ...of,
          http: 'POST',
          sessionId: undefined,
          version: CURRENT_VERSION,
          method: 'tools/call',
        };
        expect(eraOf({ ...bare, metaVersion })).toEqual({ kind: 'current' });
        expect(eraOf(of)).toEqual(eraOf({ ...of }));
      }),
    );
  });

  test('R85: what is mixed says which header it is', () => {
    const said = (over: Partial<EraSigns>) => eraOf({ ...none, metaVersion: CURRENT_VERSION, ...over });
    expect(said({ sessionId: '' })).toMatchObject({ reason: expect.stringContaining('Mcp-Session-Id') });
    expect(said({ version: '2025-06-18' })).toMatchObject({ reason: expect.stringContaining('2025-06-18') });
  });

  test('versions are compared as dates, and what is no date is not old', () => {
    expect(LEGACY_VERSIONS.every(isLegacyVersion)).toBe(true);
    for (const other of [
      undefined,
      '',
      '2026-07-28',
      '2026-10-01',
      '1.0',
      '2025',
      '2025-11-25x',
      ' 2025-11-25',
    ])
      expect(isLegacyVersion(other), String(other)).toBe(false);
  });
});
