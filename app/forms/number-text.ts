/** What was typed into a number field: the number, or the text where it is none (or would be sent as another). */
export type NumberText = number | string | undefined;

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/**
 * Reads typed text. Nothing is clamped or rounded: text that is not a number, and a number that JavaScript would change
 * (9007199254740993, 1e999), stay text, so that the field shows what was typed and the check refuses it. Empty is undefined.
 */
export function readNumber(text: string): NumberText {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  if (!NUMBER.test(trimmed)) return text;
  const value = Number(trimmed);
  return Number.isFinite(value) && isExact(trimmed, value) ? value : text;
}

/** True where `value` is exactly the number that `text` writes. */
export function isExact(text: string, value: number): boolean {
  return normal(text) === normal(String(value));
}

/** Digits without leading and trailing zeros, and the exponent of the last one: `1.0`, `1` and `10e-1` are the same. */
function normal(text: string): string {
  const [mantissa = '', exponent = '0'] = text.toLowerCase().replace('+', '').split('e');
  const sign = mantissa.startsWith('-') ? '-' : '';
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const digits = (whole + fraction).replace(/^0+/, '');
  const kept = digits.replace(/0+$/, '');
  if (kept === '') return '0';
  return `${sign}${kept}e${Number(exponent) - fraction.length + digits.length - kept.length}`;
}

/** True for a text that writes a number, exact or not. */
export function isNumber(text: string): boolean {
  return NUMBER.test(text.trim());
}

/** Why a number stayed text. */
export const INEXACT = 'cannot be sent exactly as written: beyond 2^53, or too many digits';
