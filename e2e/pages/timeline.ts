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

  /** The thin bar of what was true, where the lab told it. */
  get truth(): Locator {
    return this.root.getByRole('img', { name: /^True, as the lab told it/ });
  }

  select(): Promise<void> {
    return this.label.click();
  }
}

export class Timeline {
  readonly page: Page;
  readonly root: Locator;
  readonly foldButton: Locator;
  /** The strip above the lanes with the times. */
  readonly axis: Locator;
  readonly cursor: { readonly bar: Locator; readonly slider: Locator };

  constructor(page: Page) {
    this.page = page;
    this.root = page.getByRole('group', { name: 'Tasks over time' });
    this.axis = this.root.getByTitle(/^Click: show that moment/);
    this.cursor = {
      bar: page.getByRole('region', { name: 'Moment that is shown' }),
      slider: this.root.getByRole('slider', { name: 'Moment that is shown' }),
    };
    this.foldButton = page.getByRole('button', { name: /^(?:Fold|Unfold)$/ });
  }

  /** Lanes by tool (or `task` for one that was attached by its id), in the order of the page. */
  lanes(tool?: string): Locator {
    return this.root.getByRole('group', {
      name: tool === undefined ? /^(?!Marks of)/ : new RegExp(`^${tool},`),
    });
  }

  /** Drags the cursor's handle to `dx` px right of what is given. */
  async dragCursorTo(target: Locator, dx = 0): Promise<void> {
    const [from, to] = [await this.cursor.slider.boundingBox(), await target.boundingBox()];
    if (from === null || to === null) throw new Error('The handle or its aim is not to be seen.');
    await this.page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await this.page.mouse.down();
    await this.page.mouse.move(to.x + to.width / 2 + dx, from.y + from.height / 2, { steps: 3 });
    await this.page.mouse.up();
  }

  /** Drags over the axis, from one share of it to another. */
  async dragRange(from: number, to: number): Promise<void> {
    const box = await this.axis.boundingBox();
    if (box === null) throw new Error('The axis is not to be seen.');
    const y = box.y + box.height / 4;
    await this.page.mouse.move(box.x + box.width * from, y);
    await this.page.mouse.down();
    await this.page.mouse.move(box.x + box.width * to, y, { steps: 3 });
    await this.page.mouse.up();
  }

  lane(tool: string, nth = 0): Lane {
    return new Lane(this.lanes(tool).nth(nth));
  }
}
