import type { Locator, Page } from 'playwright/test';
import { expect } from '../expect.ts';
import { Wire } from '../wire.ts';
import { AnswerCard, CallForm, Detail } from './detail.ts';
import { Options } from './options.ts';
import { Timeline } from './timeline.ts';
import { Traffic } from './traffic.ts';

/** The page as a person meets it. Everything is found by role and name. */
export class Inspector {
  readonly page: Page;
  readonly wire: Wire;
  readonly timeline: Timeline;
  readonly traffic: Traffic;
  readonly detail: Detail;
  readonly call: CallForm;
  readonly options: Options;
  readonly answer: AnswerCard;
  readonly serverPanel: Locator;
  readonly endpointUrl: Locator;
  readonly problem: Locator;
  readonly useBundled: Locator;
  readonly notice: Locator;
  readonly resumed: Locator;

  constructor(page: Page) {
    this.page = page;
    this.wire = new Wire(page);
    this.timeline = new Timeline(page);
    this.traffic = new Traffic(page);
    this.detail = new Detail(page);
    this.options = new Options(page);
    this.call = new CallForm(this.detail);
    this.answer = new AnswerCard(this.detail);
    this.serverPanel = page.getByRole('region', { name: 'Server', exact: true });
    this.endpointUrl = page.getByRole('combobox', { name: 'Endpoint URL' });
    this.problem = page.getByRole('alert');
    this.useBundled = page.getByRole('button', { name: 'Use the bundled demo server' });
    this.notice = page.getByRole('contentinfo').getByRole('status');
    this.resumed = page.getByRole('region', { name: 'Resumed recording' });
  }

  async open(url: string): Promise<void> {
    await this.page.goto(url);
    await expect(this.endpointUrl).toBeVisible();
  }

  /** Opens the printed link and connects to the server behind it. */
  async start(link: string): Promise<void> {
    await this.open(link);
    await this.useBundled.click();
    await this.expectConnected();
  }

  async connectTo(url: string): Promise<void> {
    await this.endpointUrl.fill(url);
    await this.endpointUrl.press('Enter');
  }

  async expectConnected(): Promise<void> {
    await expect(this.page.getByRole('img', { name: 'connected', exact: true })).toBeVisible();
  }

  tool(name: string): Locator {
    return this.page
      .getByRole('region', { name: 'Tools' })
      .getByRole('button', { name: new RegExp(`\\b${name}\\b`) });
  }

  /** Opens the form of a tool. */
  async choose(tool: string): Promise<void> {
    await this.tool(tool).click();
    await expect(this.call.submit).toBeEnabled();
  }

  /** Calls a tool that becomes a task. @returns the task's id */
  async callTask(tool: string, seconds?: number): Promise<string> {
    await this.choose(tool);
    if (seconds !== undefined) await this.call.field('Seconds').fill(String(seconds));
    const before = await this.timeline.lanes(tool).count();
    await this.call.submit.click();
    await expect(this.timeline.lanes(tool)).toHaveCount(before + 1);
    // The newest lane is the first one.
    return this.timeline.lane(tool).taskId();
  }

  /** Calls `generate_report` and waits until it asks. */
  async callUntilAsked(): Promise<string> {
    const id = await this.callTask('generate_report');
    await expect(this.answer.send).toBeVisible();
    return id;
  }

  view(
    name:
      | 'Tasks and traffic'
      | 'Answers'
      | 'Discovery'
      | 'Recordings'
      | 'Compose'
      | 'Resources'
      | 'Prompts'
      | 'Notifications'
      | 'Lab'
      | 'Settings',
  ): Locator {
    return this.page
      .getByRole('navigation', { name: 'Views' })
      .getByRole('link', { name: new RegExp(`^${name}`) });
  }

  /** Goes to a view as a step in the browser's history does, and waits until its code has come. */
  async goTo(path: string): Promise<void> {
    await this.page.evaluate((to) => {
      history.pushState(null, '', to + location.search);
      dispatchEvent(new PopStateEvent('popstate'));
    }, path);
    await expect(this.page.getByText('Loading', { exact: true })).toHaveCount(0);
    await expect(this.page.getByText('There is no such page')).toHaveCount(0);
    await expect(this.page.locator('main, [role="main"]').filter({ visible: true })).not.toBeEmpty();
  }

  fact(term: string): Locator {
    return this.serverPanel
      .locator('dt')
      .filter({ hasText: new RegExp(`^${term}$`) })
      .locator('xpath=following-sibling::dd[1]');
  }
}
