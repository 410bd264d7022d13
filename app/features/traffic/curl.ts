import type { HeaderPair } from '../../engine/index.ts';

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** The request as a command line: the very body, the very headers. A recorded secret is a placeholder, so the command has none either. */
export function curlOf(url: string, headers: readonly HeaderPair[], body: string): string {
  const lines = [`curl -sS -X POST ${quoted(url)}`];
  for (const [name, value] of headers) lines.push(`  -H ${quoted(`${name}: ${value}`)}`);
  if (body !== '') lines.push(`  --data-binary ${quoted(body)}`);
  return lines.join(' \\\n');
}

/** The request as a line of JavaScript that sends the very text: `fetch` with the same headers, those that a browser lets a page set. */
export function fetchOf(url: string, headers: readonly HeaderPair[], body: string): string {
  const parts = [
    "method: 'POST'",
    `headers: ${JSON.stringify(headers)}`,
    ...(body === '' ? [] : [`body: ${JSON.stringify(body)}`]),
  ];
  return `const response = await fetch(${JSON.stringify(url)}, {\n  ${parts.join(',\n  ')},\n});\nconsole.log(await response.text());\n`;
}
