import type { JsonValue } from '../../server/protocol/json.ts';
import { MAX_SCHEMA_CHARS, MAX_SCHEMA_DEPTH, MAX_SCHEMA_NODES } from './limits.ts';

/** Upper bounds for a walk over a JSON value. */
export interface Bounds {
  readonly nodes: number;
  readonly chars: number;
  readonly depth: number;
}

const SCHEMA_BOUNDS: Bounds = { nodes: MAX_SCHEMA_NODES, chars: MAX_SCHEMA_CHARS, depth: MAX_SCHEMA_DEPTH };

/**
 * Why `value` is beyond `bounds`, or undefined where it is within. Iterative, and it looks at the length of a list before it
 * pushes the items, so neither 20,000 levels nor 2^18 branches cost anything. Every recursive walk comes after this one.
 */
export function beyond(value: JsonValue, bounds: Bounds = SCHEMA_BOUNDS): string | undefined {
  const stack: { readonly value: JsonValue; readonly depth: number }[] = [{ value, depth: 0 }];
  let nodes = 1;
  let chars = 0;
  for (let item = stack.pop(); item; item = stack.pop()) {
    const { value: here, depth } = item;
    if (typeof here === 'string') chars += here.length;
    if (chars > bounds.chars) return `it has more than ${grouped(bounds.chars)} characters`;
    if (typeof here !== 'object' || here === null) continue;
    if (depth >= bounds.depth) return `it nests deeper than ${bounds.depth} levels`;
    // The length first: listing the keys of 2^18 items would take longer than everything else here.
    nodes += Array.isArray(here) ? here.length : 0;
    if (nodes > bounds.nodes) return tooMany(bounds);
    for (const [key, child] of Object.entries(here)) {
      if (!Array.isArray(here)) {
        chars += key.length;
        nodes += 1;
      }
      if (nodes > bounds.nodes) return tooMany(bounds);
      if (child !== undefined) stack.push({ value: child as JsonValue, depth: depth + 1 });
    }
  }
  return undefined;
}

function tooMany(bounds: Bounds): string {
  return `it has more than ${grouped(bounds.nodes)} values`;
}

/** 5000 as `5,000`, whatever the locale. */
export function grouped(n: number): string {
  return String(n).replace(/\B(?=(\d{3})+$)/g, ',');
}
