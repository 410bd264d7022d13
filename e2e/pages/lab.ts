import type { Locator, Page } from 'playwright/test';

/** The lab's view, and the strips that it has in every view. */
export class LabView {
  readonly page: Page;
  readonly faults: Locator;
  readonly steering: Locator;
  readonly truth: Locator;
  /** The faults that are on, in every view. */
  readonly on: Locator;
  /** What a link asks for. */
  readonly asked: Locator;

  constructor(page: Page) {
    this.page = page;
    this.faults = page.getByRole('region', { name: 'Faults', exact: true });
    this.steering = page.getByRole('region', { name: 'Steering' });
    this.truth = page.getByRole('region', { name: 'What was true' });
    this.on = page.getByRole('region', { name: 'Faults that are on' });
    this.asked = page.getByRole('region', { name: 'A link wants to break the demo server' });
  }

  /** The switch of a fault, found by its name. */
  async find(name: string): Promise<Locator> {
    await this.faults.getByRole('searchbox', { name: 'Find a fault' }).fill(name);
    return this.faults.getByRole('listitem').filter({ has: this.page.getByText(name, { exact: true }) });
  }

  async switchOn(name: string): Promise<void> {
    await (await this.find(name)).getByRole('button', { name: /switch on$/i }).click();
  }

  /** One step of a walk. */
  get next(): Locator {
    return this.page.getByRole('button', { name: /^(Begin|Next: step|The walk is over)/ });
  }
}
