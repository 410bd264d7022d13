import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';

/** Everything that the page has written into IndexedDB, as text. */
function stored(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const open = (name: string): Promise<IDBDatabase> =>
      new Promise((resolve, reject) => {
        const request = indexedDB.open(name);
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const all = (db: IDBDatabase, store: string): Promise<unknown[]> =>
      new Promise((resolve, reject) => {
        const request = db.transaction(store).objectStore(store).getAll();
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const out: unknown[] = [];
    for (const { name } of await indexedDB.databases()) {
      if (name === undefined) continue;
      const db = await open(name);
      for (const store of db.objectStoreNames) out.push(...(await all(db, store)));
      db.close();
    }
    const text = (_: string, value: unknown): unknown =>
      value instanceof Uint8Array || value instanceof ArrayBuffer ? new TextDecoder().decode(value) : value;
    return JSON.stringify(out, text);
  });
}

test('attack 5: the key of the printed link stays in sessionStorage and goes nowhere else', async ({
  inspector,
  server,
}) => {
  const { page } = inspector;
  const key = new URLSearchParams(new URL(server.link).hash.slice(1)).get('key') ?? '';
  expect(key.length).toBeGreaterThanOrEqual(20);
  const seen: string[] = [];
  page.on('request', (request) => {
    seen.push(`${request.url()} ${JSON.stringify(request.headers())} ${request.postData() ?? ''}`);
  });
  await inspector.start(server.link);
  await inspector.callTask('generate_report');
  await expect(page.getByRole('contentinfo')).toContainText('Recorded on this machine only');

  expect(page.url()).not.toContain(key);
  expect(await page.evaluate(() => history.length)).toBeLessThanOrEqual(2);
  expect(await page.content()).not.toContain(key);
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain(key);
  expect(await page.evaluate(() => document.cookie)).toBe('');
  const written = await stored(page);
  expect(written, 'the recording is there').toContain('generate_report');
  expect(written).not.toContain(key);
  expect(await page.evaluate(() => Object.values({ ...sessionStorage }))).toContain(key);
  expect(seen.length).toBeGreaterThan(3);
  // The status of this very server is for those who have the key: it is shown there, in a header, and to nobody else.
  const status = `${server.origin}/api/status `;
  expect(seen.filter((request) => request.startsWith(status)).length).toBeLessThanOrEqual(1);
  for (const request of seen.filter((one) => !one.startsWith(status))) expect(request).not.toContain(key);
  expect(await (await fetch(server.origin)).text()).not.toContain(key);
});

test('without the key the bundled server works fully', async ({ inspector, server }) => {
  await inspector.start(server.origin);
  await inspector.callUntilAsked();
  await inspector.answer.choice('Yes').check();
  await inspector.answer.send.click();
  await expect(inspector.timeline.lane('generate_report').label).toContainText('completed');
});
