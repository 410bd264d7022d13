import type { Locator, Page } from 'playwright/test';

/** The view of everything that waits for the person. */
export class Inbox {
  readonly page: Page;
  readonly root: Locator;
  readonly list: Locator;
  readonly chosen: Locator;
  readonly again: Locator;

  constructor(page: Page) {
    this.page = page;
    this.root = page.getByRole('main');
    this.list = this.root.getByRole('list', { name: 'What waits for you' });
    this.chosen = this.root.getByRole('region', { name: 'The question', exact: true });
    this.again = this.chosen.getByRole('button', { name: /^(Call|Ask) again/ });
  }

  entry(name: string | RegExp): Locator {
    return this.list.getByRole('button', { name });
  }

  card(key: string): Locator {
    return this.root.getByRole('group', { name: `Question ${key}`, exact: true });
  }
}

/** Presses Tab until the focus is on an element, or on one inside. */
export async function tabTo(page: Page, target: Locator, most = 80): Promise<void> {
  for (let i = 0; i < most; i += 1) {
    if (await target.evaluate((element) => element.contains(document.activeElement))) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${most} times Tab did not lead to ${target}`);
}
