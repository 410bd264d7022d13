import type { Locator, Page } from 'playwright/test';
import { expect } from '../expect.ts';

export interface Cells {
  readonly time: string;
  readonly method: string;
  readonly what: string;
  readonly http: string;
  readonly resultType: string;
  readonly status: string;
  readonly note: string;
}

export class Traffic {
  readonly page: Page;
  readonly root: Locator;
  readonly grid: Locator;
  readonly filter: Locator;
  readonly hidden: Locator;
  /** Whether successive polls without news are one row. */
  readonly foldPolls: Locator;

  constructor(page: Page) {
    this.page = page;
    this.root = page.getByRole('region', { name: 'Traffic' });
    this.grid = this.root.getByRole('treegrid', { name: 'Messages on the wire' });
    this.filter = this.root.getByRole('combobox', { name: 'Filter the traffic' });
    this.hidden = this.root.getByRole('status');
    this.foldPolls = this.root.getByRole('button', { name: 'Fold polls' });
  }

  /** Rows in the document: those in view and a few beside them. */
  rows(text?: string | RegExp): Locator {
    const rows = this.grid.getByRole('rowgroup').getByRole('row');
    return text === undefined ? rows : rows.filter({ hasText: text });
  }

  /** Rows whose HTTP column is exactly this; a time such as 12:00.503 holds the same digits. */
  withHttp(status: string): Locator {
    return this.rows().filter({ has: this.page.getByRole('gridcell', { name: status, exact: true }) });
  }

  /** The row of a run of polls without news. */
  get run(): Locator {
    return this.rows(/tasks\/get ×/);
  }

  /** How many polls a run says it holds. */
  async runLength(): Promise<number> {
    return Number(/×(\d+)/.exec((await this.run.first().textContent()) ?? '')?.[1] ?? 0);
  }

  get selected(): Locator {
    return this.grid.getByRole('row', { selected: true });
  }

  async cells(row: Locator): Promise<Cells> {
    await expect(row).toBeVisible(); // reading all texts waits for none
    // By the number of the column: some are not shown where there is no room.
    const texts = await row
      .getByRole('gridcell')
      .evaluateAll((all) => all.map((cell) => [Number(cell.ariaColIndex), cell.textContent] as const));
    const at = (column: number): string => texts.find(([n]) => n === column)?.[1] ?? '';
    const [time, method, what, http, resultType, status, note] = [1, 3, 4, 5, 7, 8, 11].map(at) as [
      ...[string, string, string, string, string, string, string],
    ];
    return { time, method, what, http, resultType, status, note };
  }

  /** How many rows lie wholly inside the list's box. */
  fullyVisible(): Promise<number> {
    return this.grid.getByRole('rowgroup').evaluate((group) => {
      const box = group.getBoundingClientRect();
      return [...group.querySelectorAll('[role="row"]')].filter((row) => {
        const { top, bottom } = row.getBoundingClientRect();
        return top >= box.top - 0.5 && bottom <= Math.min(box.bottom, innerHeight) + 0.5;
      }).length;
    });
  }
}
