import type { Locator, Page } from 'playwright/test';

export type Mark = 'handle' | 'poll' | 'push' | 'failure' | 'update' | 'cancel' | 'question' | 'gone';

const NAMES: Readonly<Record<Mark, RegExp>> = {
  handle: /^(?:handle at|\d+ times handle)/,
  poll: /^(?:poll at|\d+ times poll)/,
  push: /^(?:push at|\d+ times push)/,
  failure: /^poll failed at/,
  update: /^answer/,
  cancel: /^cancel/,
  question: /^asked /,
  gone: /^gone at/,
};

/** A task's lane: its label, its blocks and its marks. */
export class Lane {
  readonly root: Locator;

  constructor(root: Locator) {
    this.root = root;
  }

  /** The button with tool, id and what the server said last. */
  get label(): Locator {
    return this.root.getByRole('button').first();
  }

  /** The whole id of its task. */
  async taskId(): Promise<string> {
    const title = await this.label.getAttribute('title');
    return title?.split(' ').at(-1) ?? '';
  }

  marks(kind: Mark): Locator {
    return this.root.getByRole('button', { name: NAMES[kind] });
  }

  /** How often a thing happened: marks that lie too near to each other are drawn as one, which tells their number. */
  async times(kind: Mark): Promise<number> {
    const names = await this.marks(kind).evaluateAll((marks) =>
      marks.map((mark) => mark.getAttribute('aria-label') ?? ''),
    );
    return names.reduce((sum, name) => sum + Number(/^(\d+) times/.exec(name)?.[1] ?? 1), 0);
  }

  select(): Promise<void> {
    return this.label.click();
  }
}

export class Timeline {
  readonly page: Page;
  readonly root: Locator;
  readonly foldButton: Locator;

  constructor(page: Page) {
    this.page = page;
    this.root = page.getByRole('group', { name: 'Tasks over time' });
    this.foldButton = page.getByRole('button', { name: /^(?:Fold|Unfold)$/ });
  }

  /** Lanes by tool (or `task` for one that was attached by its id), in the order of the page. */
  lanes(tool?: string): Locator {
    return this.root.getByRole('group', {
      name: tool === undefined ? /^(?!Marks of)/ : new RegExp(`^${tool},`),
    });
  }

  lane(tool: string, nth = 0): Lane {
    return new Lane(this.lanes(tool).nth(nth));
  }
}
