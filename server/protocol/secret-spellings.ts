/** A longer secret is looked for as it is alone. */
const LONGEST = 4_096;

/**
 * What finds a secret in a text in every spelling that JSON, JSON within JSON and addresses allow: as it is, `\\/`, `\\u003d` (in either case
 * of its digits), `%3D`. Runs of backslashes are bounded, so a text made of them costs no more than another. Attack 10.
 */
export function spellingsOf(secret: string): RegExp {
  if (secret.length > LONGEST) return new RegExp(literal(secret), 'g');
  let source = '';
  for (const character of secret) source += `(?:${formsOf(character).join('|')})`;
  return new RegExp(source, 'g');
}

/** Whether a text can hold a secret in another spelling than its own; most cannot, and are looked through at once. */
export function mayBeSpelled(text: string): boolean {
  return text.includes('\\') || text.includes('%');
}

function formsOf(character: string): string[] {
  const units = [...character.split('')].map((unit) => unit.charCodeAt(0));
  const forms = [
    units.map((unit) => `\\\\{1,8}u${hex(unit, 4)}`).join(''),
    percent(character),
    literal(character),
  ];
  const escaped = character === '/' ? '\\/' : JSON.stringify(character).slice(1, -1);
  if (escaped.startsWith('\\') && !escaped.startsWith('\\u'))
    forms.unshift(`\\\\{1,15}${literal(escaped.slice(1))}`);
  return forms;
}

/** As an address has it, either case of the digits; a lone surrogate is in none. */
function percent(character: string): string {
  const code = character.charCodeAt(0);
  if (code < 0x80) return `%${hex(code, 2)}`;
  try {
    return encodeURIComponent(character).replace(/[A-F]/g, (digit) => `[${digit}${digit.toLowerCase()}]`);
  } catch {
    return literal(character);
  }
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
}

/** Hexadecimal digits, either case. */
function hex(value: number, digits: number): string {
  return value
    .toString(16)
    .padStart(digits, '0')
    .replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}
