/** Control characters but the line feed and the tab, and those that turn the direction in which a terminal shows text. */
const HARMFUL = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const KEPT: ReadonlySet<string> = new Set(['\n', '\t']);

/**
 * Text for a terminal, with what would steer it made visible: an escape sequence in a file, a name or an answer could otherwise retitle
 * the window, hide a line or write to the clipboard. A line end of Windows stays one.
 * @returns the same text, each such character as `\u001b`
 */
export function harmless(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(HARMFUL, (char) =>
      KEPT.has(char) ? char : `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
}
