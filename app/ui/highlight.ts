export type TokenKind = 'key' | 'string' | 'number' | 'word' | 'mark' | 'other';

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
}

const TOKEN =
  /"(?:[^"\\]|\\.)*"?(?=\s*(:)?)|-?\d[\d.eE+-]*|\b(?:true|false|null)\b|[{}[\],:]|\s+|[^"{}[\],:\d\s-]+|[\s\S]/gy;

/**
 * Cuts JSON text into coloured pieces without changing a character: the pieces joined are the text (tested), whatever it is.
 * It colours only; what the text means is for the engine's lossless tree.
 */
export function tokens(text: string): Token[] {
  const out: Token[] = [];
  for (const match of text.matchAll(TOKEN)) out.push({ kind: kindOf(match[0], match[1]), text: match[0] });
  return out;
}

function kindOf(text: string, colon: string | undefined): TokenKind {
  if (text.startsWith('"')) return colon === undefined ? 'string' : 'key';
  if (/^-?\d/.test(text)) return 'number';
  if (text === 'true' || text === 'false' || text === 'null') return 'word';
  return /^[{}[\],:]$/.test(text) ? 'mark' : 'other';
}
