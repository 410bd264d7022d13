/** Content codings that files are kept in beside the plain one, best first, with the suffix of their files. */
export const CODINGS = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const;
/** A weight as RFC 9110, 12.4.2 writes it; another one refuses. */
const WEIGHT = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;
export type Coding = (typeof CODINGS)[number];

/**
 * The codings that an Accept-Encoding header accepts, best first by our order (RFC 9110, 12.5.3). `q=0` refuses one, `*` speaks
 * for those not named, an absent header accepts none but the plain file.
 */
export function acceptedCodings(header: string | null | undefined): Coding[] {
  if (header === null || header === undefined) return [];
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...params] = part.split(';').map((piece) => piece.trim());
    const q = params.find((param) => param.startsWith('q='));
    const weight = q === undefined ? '1' : q.slice(2);
    if (name !== '') weights.set(name, WEIGHT.test(weight) ? Number(weight) : 0);
  }
  const rest = weights.get('*') ?? 0;
  return CODINGS.filter((coding) => (weights.get(coding.name) ?? rest) > 0);
}
