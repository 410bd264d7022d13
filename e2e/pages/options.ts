import type { Locator, Page } from 'playwright/test';

/** How an endpoint is reached, and what goes out with every request to it. */
export class Options {
  readonly root: Locator;
  readonly save: Locator;
  readonly forget: Locator;
  readonly token: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.root = page.getByRole('dialog', { name: 'Endpoint options' });
    this.save = this.root.getByRole('button', { name: 'Save and connect' });
    this.forget = this.root.getByRole('button', { name: 'Forget this endpoint' });
    this.token = this.root.getByLabel('Bearer token');
  }

  /** The mark in the head that tells the way and opens the options. */
  chip(way: 'direct' | 'bridged'): Locator {
    return this.#page.getByRole('banner').getByRole('button', { name: way, exact: true });
  }

  async open(): Promise<void> {
    await this.chip('direct').or(this.chip('bridged')).click();
  }

  way(name: 'Automatic' | 'Direct' | 'Through the bridge'): Locator {
    return this.root.getByRole('region', { name: 'Way' }).getByRole('radio', { name });
  }

  async addHeader(name: string, value: string, secret: boolean): Promise<void> {
    await this.root.getByRole('button', { name: 'Add a header' }).click();
    const row = this.root
      .getByRole('list', { name: 'Headers of every request' })
      .getByRole('listitem')
      .last();
    await row.getByLabel('Name').fill(name);
    await row.getByLabel(`Value of ${name}`).fill(value);
    await row.getByLabel('secret').setChecked(secret);
  }

  async useKey(link: string): Promise<void> {
    await this.root.getByLabel('the link that the terminal shows').fill(link);
    await this.root.getByRole('button', { name: 'Use the key' }).click();
  }
}
