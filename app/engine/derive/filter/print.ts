import type { Condition, Term } from './term.ts';

/** A filter as text, which `readFilter` reads as the same terms. */
export function printFilter(terms: readonly Pick<Term, 'not' | 'condition'>[]): string {
  return terms.map(printTerm).join(' ');
}

export function printTerm({ not, condition }: Pick<Term, 'not' | 'condition'>): string {
  return `${not ? '-' : ''}${printCondition(condition)}`;
}

function printCondition(condition: Condition): string {
  switch (condition.field) {
    case 'text':
      return quotedIfNeeded(condition.any[0] ?? '');
    case 'http':
      return `http:${condition.ranges.map(printRange).join(',')}`;
    case 'code':
      return `code:${condition.codes.length === 0 ? 'any' : condition.codes.join(',')}`;
    case 'dir':
      return `dir:${condition.dir}`;
    case 'era':
      return `era:${condition.era}`;
    case 'is':
      return `is:${condition.what}`;
    case 'slower':
    case 'after':
    case 'before':
      return `${condition.field}:${printTime(condition.ms)}`;
    default:
      return `${condition.field}:${condition.any.map(quotedIfNeeded).join(',')}`;
  }
}

function printRange([from, to]: readonly [number, number]): string {
  if (from === to) return from === 0 ? 'none' : String(from);
  const isFamily = from % 100 === 0 && to === from + 99 && from >= 100 && from <= 500;
  return isFamily ? `${from / 100}xx` : `${from}-${to}`;
}

function printTime(ms: number): string {
  return ms % 1000 === 0 && ms > 0 ? `${ms / 1000}s` : `${ms}ms`;
}

/** Plain where nothing in it could be taken for something else. */
function quotedIfNeeded(text: string): string {
  if (/^[\p{L}\p{N}_./#…][\p{L}\p{N}_./#…-]*$/u.test(text)) return text;
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
