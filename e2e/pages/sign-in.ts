import type { BrowserContext, Locator, Page } from 'playwright/test';

/** The sign-in view, and the page of consent behind it. */
export class SignIn {
  readonly root: Locator;
  readonly begin: Locator;
  readonly again: Locator;
  readonly away: Locator;
  readonly out: Locator;
  readonly goOn: Locator;
  readonly #page: Page;
  readonly #context: BrowserContext;

  constructor(page: Page, context: BrowserContext) {
    this.#page = page;
    this.#context = context;
    this.root = page.getByRole('main').filter({ hasText: 'Sign in, step by step' });
    this.begin = this.root.getByRole('button', { name: 'Begin', exact: true });
    this.again = this.root.getByRole('button', { name: 'Begin again' });
    this.away = this.root.getByRole('region', { name: 'Your consent' });
    this.out = this.root.getByRole('button', { name: 'Sign out' });
    this.goOn = this.root.getByRole('button', { name: 'Go on to the tasks' });
  }

  /** A step by its name in the view's own data. */
  step(id: string): Locator {
    return this.root.getByRole('list', { name: 'Steps of the sign-in' }).locator(`[data-step="${id}"]`);
  }

  /** Opens the page of consent in a tab of its own. */
  async consent(): Promise<Page> {
    const opened = this.#context.waitForEvent('page');
    await this.away.getByRole('link', { name: 'Open it in a new tab' }).click();
    return await opened;
  }

  /** Opens it in this very tab, and agrees. */
  async agreeHere(): Promise<void> {
    await this.away.getByRole('link', { name: 'Open it in this tab' }).click();
    await this.#page.getByRole('button', { name: 'Allow' }).click();
  }
}
