/**
 * The values that make `uriTemplate` into `uri`, or undefined where it does not fit. Simple `{name}` parts alone (RFC 6570, level
 * 1): each stands for one or more characters other than `/`, percent-decoded.
 */
export function matchTemplate(uriTemplate: string, uri: string): Record<string, string> | undefined {
  const names: string[] = [];
  const pattern = uriTemplate
    .split(/(\{\w+\})/)
    .map((piece, i) => {
      if (i % 2 === 0) return piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
      names.push(piece.slice(1, -1));
      return '([^/]+)';
    })
    .join('');
  const match = new RegExp(`^${pattern}$`).exec(uri);
  if (match === null) return undefined;
  try {
    return Object.fromEntries(names.map((name, i) => [name, decodeURIComponent(match[i + 1] ?? '')]));
  } catch {
    // A broken percent sign names nothing.
    return undefined;
  }
}
