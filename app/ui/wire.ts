// Stands in until the engine's json room is there.
import { tokens } from './highlight.ts';

/** Lays JSON text out over lines, every token as it was sent. */
export function prettyJson(text: string): string {
  let out = '';
  let depth = 0;
  let before = '';
  const all = tokens(text).filter((t) => t.kind !== 'other' || t.text.trim() !== '');
  all.forEach((token, i) => {
    const t = token.text.trim();
    const next = all[i + 1]?.text;
    if (t === '{' || t === '[') {
      out += t;
      if (next !== (t === '{' ? '}' : ']')) {
        depth += 1;
        out += `\n${'  '.repeat(depth)}`;
      }
    } else if (t === '}' || t === ']') {
      if (before !== (t === '}' ? '{' : '[')) {
        depth = Math.max(0, depth - 1);
        out += `\n${'  '.repeat(depth)}`;
      }
      out += t;
    } else if (t === ',') out += `,\n${'  '.repeat(depth)}`;
    else if (t === ':') out += ': ';
    else out += token.text;
    before = t;
  });
  return out;
}

export function parseJson(text: string): { ok: true; value: unknown } | { ok: false } {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false };
  }
}

export function shownHeaders(
  pairs: readonly (readonly [string, string])[],
  body: string,
): {
  pair: readonly [string, string];
  mirrors: string | undefined;
  verdict: 'agrees' | 'differs' | 'unchecked';
}[] {
  const parsed = parseJson(body);
  const message = (parsed.ok ? parsed.value : {}) as { method?: string; params?: Record<string, unknown> };
  const meta = (message.params?._meta ?? {}) as Record<string, unknown>;
  const fields: Record<string, [string, unknown]> = {
    'mcp-method': ['method', message.method],
    'mcp-protocol-version': [
      'params._meta["io.modelcontextprotocol/protocolVersion"]',
      meta['io.modelcontextprotocol/protocolVersion'],
    ],
    'mcp-name':
      message.params?.taskId !== undefined
        ? ['params.taskId', message.params.taskId]
        : ['params.name', message.params?.name],
  };
  return pairs.map((pair) => {
    const field = fields[pair[0].toLowerCase()];
    if (field === undefined) return { pair, mirrors: undefined, verdict: 'unchecked' };
    return { pair, mirrors: field[0], verdict: field[1] === pair[1] ? 'agrees' : 'differs' };
  });
}
