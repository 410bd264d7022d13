import type { JsonValue } from '../../../server/protocol/json.ts';
import type { FaultWish } from '../../../server/protocol/lab.ts';

/** The most faults that a link may name. */
const MOST = 20;

/** A scenario as a link carries it: `stale-reads:lagMs=500;cut-body`. */
export function scenarioText(faults: readonly FaultWish[]): string {
  return faults
    .map(({ name, params }) => {
      const set = Object.entries(params).map(([key, value]) => `${key}=${String(value)}`);
      return set.length === 0 ? name : `${name}:${set.join(',')}`;
    })
    .join(';');
}

/** Reads one from a link. What it names is judged by the lab; text that is no scenario gives an empty list. */
export function readScenario(text: string): readonly FaultWish[] {
  return text
    .split(';')
    .slice(0, MOST)
    .flatMap((part): FaultWish[] => {
      const [, name, params = ''] = /^([a-z0-9-]{1,40})(?::(.*))?$/s.exec(part) ?? [];
      if (name === undefined) return [];
      const pairs = params.split(',').flatMap((pair): [string, JsonValue][] => {
        const [, key, value = ''] = /^(\w{1,40})=(.{1,60})$/s.exec(pair) ?? [];
        return key === undefined ? [] : [[key, valueOfText(value)]];
      });
      return [{ name, params: Object.fromEntries(pairs) }];
    });
}

function valueOfText(text: string): JsonValue {
  if (/^-?\d{1,12}$/.test(text)) return Number(text);
  return text === 'true' ? true : text === 'false' ? false : text;
}
