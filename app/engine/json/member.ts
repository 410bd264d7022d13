import { scanJson } from './scan.ts';

/**
 * The text of one member of a JSON object as it was sent, found without a tree; undefined where the text is no JSON, no object, or has
 * no such member. Of duplicate keys the last one counts, as for `JSON.parse`.
 */
export function memberText(text: string, key: string): string | undefined {
  let depth = 0;
  let isIt = false;
  let from = 0;
  let found: string | undefined;
  const scanned = scanJson(text, (token, start, end) => {
    if (token === 'close') depth -= 1;
    if (depth === 1) {
      if (token === 'key') isIt = JSON.parse(text.slice(start, end)) === key;
      else if (token === 'open') from = start;
      else if (token === 'close' && isIt) found = text.slice(from, end);
      else if (token !== 'colon' && token !== 'comma' && isIt) found = text.slice(start, end);
    }
    if (token === 'open') depth += 1;
    return true;
  });
  return scanned.ok ? found : undefined;
}
