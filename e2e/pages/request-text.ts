import { expect, type Locator } from 'playwright/test';

/** A request as the page shows it before it is sent. */
export interface ShownRequest {
  readonly start: string;
  readonly headers: ReadonlyMap<string, string>;
  /** The laid out body, character for character. */
  readonly body: string;
}

/** Notes that stand behind a header's value; they are the page's words, not the wire's. */
const NOTE = / = params\.(?:name|taskId) ✓$/;

/** Reads a preview, its folded `_meta` opened. */
export async function readPreview(preview: Locator): Promise<ShownRequest> {
  await expect(preview).toBeVisible();
  const fold = preview.getByRole('button', { expanded: false });
  if ((await fold.count()) > 0) await fold.click();
  const text = await preview.evaluate((element) => {
    const copy = element.cloneNode(true) as Element;
    for (const button of copy.querySelectorAll('button')) button.remove();
    return copy.textContent ?? '';
  });
  const gap = text.indexOf('\n\n');
  const [start = '', ...lines] = text.slice(0, gap).split('\n');
  const headers = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(': ');
    headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 2).replace(NOTE, ''));
  }
  return { start, headers, body: text.slice(gap + 2) };
}
