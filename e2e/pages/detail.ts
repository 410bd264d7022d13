import type { Locator, Page } from 'playwright/test';
import { readPreview, type ShownRequest } from './request-text.ts';

export type TabName = 'Call' | 'Answer' | 'Message' | 'Headers' | 'Changes' | 'State';

/** What the panel at the right shows of the selection. */
export class Detail {
  readonly page: Page;
  readonly root: Locator;

  constructor(page: Page) {
    this.page = page;
    // On a narrow page the pane that is shown is the main one.
    this.root = page
      .getByRole('complementary', { name: 'Detail' })
      .or(page.getByRole('main', { name: 'Detail' }));
  }

  tab(name: TabName): Locator {
    return this.root.getByRole('tab', { name: new RegExp(`^${name}`) });
  }

  /** Shows a tab and returns its panel. */
  async open(name: TabName): Promise<Locator> {
    await this.tab(name).click();
    return this.panel(name);
  }

  panel(name: TabName): Locator {
    return this.root.getByRole('tabpanel', { name: new RegExp(`^${name}`) });
  }

  /** The value of a fact, such as `Polling`. */
  fact(term: string | RegExp): Locator {
    const name = typeof term === 'string' ? new RegExp(`^${term}$`) : term;
    return this.root.locator('dt').filter({ hasText: name }).locator('xpath=following-sibling::dd[1]');
  }

  code(label: string): Locator {
    return this.root.getByRole('group', { name: label, exact: true });
  }

  button(name: string | RegExp): Locator {
    return this.root.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name });
  }
}

/** The form of a tool and the request that it makes. */
export class CallForm {
  readonly root: Locator;
  readonly submit: Locator;
  readonly preview: Locator;

  constructor(detail: Detail) {
    this.root = detail.panel('Call');
    this.submit = this.root.getByRole('button', { name: 'Call', exact: true });
    this.preview = this.root.getByRole('group', { name: 'The request that will be sent' });
  }

  field(name: string | RegExp): Locator {
    return this.root.getByLabel(name);
  }

  readPreview(): Promise<ShownRequest> {
    return readPreview(this.preview);
  }
}

/** The questions that a call was answered with, and the retry that answers them. */
export class CallRound {
  readonly root: Locator;
  readonly again: Locator;
  readonly preview: Locator;

  constructor(detail: Detail) {
    this.root = detail.root.getByRole('region', { name: 'What the server asks before it goes on' });
    this.again = this.root.getByRole('button', { name: 'Call again with the answers' });
    this.preview = this.root.getByRole('group', { name: 'The retry that will be sent' });
  }

  heading(round: number): Locator {
    return this.root.getByRole('heading', { name: `Round ${round}:` });
  }

  readPreview(): Promise<ShownRequest> {
    return readPreview(this.preview);
  }
}

/** A question of a task with its form and the update that will be sent. */
export class AnswerCard {
  readonly root: Locator;
  readonly preview: Locator;
  readonly send: Locator;
  readonly sendAgain: Locator;
  readonly decline: Locator;
  readonly cancel: Locator;
  readonly state: Locator;

  constructor(detail: Detail, key = 'approve_outline') {
    this.root = detail.root.getByRole('group', { name: `Question ${key}` });
    this.preview = detail.root.getByRole('group', { name: 'The tasks/update that will be sent' });
    this.send = this.root.getByRole('button', { name: 'Send answer' });
    this.sendAgain = this.root.getByRole('button', { name: 'Send again' });
    this.decline = this.root.getByRole('button', { name: 'Decline' });
    this.cancel = this.root.getByRole('button', { name: 'Cancel question' });
    this.state = this.root.getByRole('status');
  }

  choice(name: 'Yes' | 'No' | 'unset'): Locator {
    return this.root.getByRole('radio', { name, exact: true });
  }

  readPreview(): Promise<ShownRequest> {
    return readPreview(this.preview);
  }
}
