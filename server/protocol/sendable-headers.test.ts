import { describe, expect, it } from 'vitest';
import { headerProblem, headersProblem } from './sendable-headers.ts';

describe('attack 7: headers', () => {
  it.each([
    ['X-A', 'a\r\nHost: evil', /line break/],
    ['X-A', 'a\nb', /line break/],
    ['X-A', 'a\0', /control/],
    ['X-A', 'snowman ☃', /Latin-1/],
    ['X A', 'a', /no name/],
    ['X-A\r\nB', 'a', /no name/],
    ['', 'a', /no name/],
    ['Host', 'evil.test', /sender itself/],
    ['content-length', '0', /sender itself/],
    ['Transfer-Encoding', 'chunked', /single connection/],
    ['Connection', 'X-A', /single connection/],
    ['Upgrade', 'h2c', /single connection/],
    ['X-Taskscope-Key', 'k', /own server alone/],
  ])('%j: %j is refused', (name, value, why) => {
    expect(headerProblem(name, value)).toMatch(why);
    expect(
      headersProblem([
        ['Accept', '*/*'],
        [name, value],
      ]),
    ).toMatch(why);
  });

  it.each([
    ['Authorization', 'Bearer t'],
    ['Mcp-Name', 'another one, on purpose'],
    ['MCP-Protocol-Version', '1999-01-01'],
    ['Origin', 'https://evil.test'],
    ['X-Latin', 'é\tü'],
    ['X-Empty', ''],
  ])('%s: %s may be sent', (name, value) => {
    expect(headerProblem(name, value)).toBeUndefined();
  });

  it('has a limit of number and size', () => {
    const many = Array.from({ length: 101 }, () => ['A', 'b'] as const);
    expect(headersProblem(many)).toMatch(/more than 100/);
    expect(headersProblem(many.slice(1))).toBeUndefined();
    expect(headersProblem([['A', 'b'.repeat(65_536)]])).toMatch(/characters/);
  });
});
