import type { Locator, Page } from 'playwright/test';

/** The view that composes any message. */
export class Compose {
  readonly root: Locator;
  readonly method: Locator;
  readonly tool: Locator;
  readonly editor: Locator;
  readonly send: Locator;
  readonly rules: Locator;
  readonly outcome: Locator;

  constructor(page: Page) {
    this.root = page.getByRole('region', { name: 'Compose a message' });
    this.method = this.root.getByRole('combobox', { name: 'Method' });
    this.tool = this.root.getByRole('combobox', { name: 'Tool' });
    this.editor = this.root.getByRole('textbox', { name: 'Text of the message' });
    this.send = this.root.getByRole('button', { name: 'Send', exact: true });
    this.outcome = this.root.getByRole('region', { name: 'What came back' });
    this.rules = this.outcome.getByRole('list', { name: 'Rules' }).getByRole('listitem');
  }

  as(mode: 'Form' | 'Text of the message'): Locator {
    return this.root.getByRole('radio', { name: mode, exact: true }).first();
  }

  break(label: string): Locator {
    return this.root.getByRole('radio', { name: label });
  }

  header(name: string): Locator {
    return this.root.getByRole('list', { name: 'Headers that will be sent' }).getByRole('textbox', { name });
  }
}
