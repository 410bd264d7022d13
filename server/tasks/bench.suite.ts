import { LocalBus } from '../ports/bus.ts';
import { CountingIds } from '../ports/ids.ts';
import { ManualClock } from '../ports/manual-clock.ts';
import type { Owner, TaskRow, TaskStore } from '../ports/task-store.ts';
import { MemoryStore } from '../stores/memory/memory-store.ts';
import type { DurableWork } from './durable.ts';
import { TaskService } from './service.ts';
import { Worker, type WorkerSettings } from './worker.ts';

export const ALICE: Owner = { tenant: 'acme', principal: 'alice' };

/** Service and workers over one store on a manual clock, for tests that look at the store itself. */
export class Bench {
  readonly clock = new ManualClock(1_000_000);
  readonly bus = new LocalBus();
  readonly ids = new CountingIds();
  readonly store: TaskStore;
  readonly works: ReadonlyMap<string, DurableWork>;
  readonly service: TaskService;

  constructor(works: Readonly<Record<string, DurableWork>>, store: TaskStore = new MemoryStore()) {
    this.store = store;
    this.works = new Map(Object.entries(works));
    this.service = new TaskService(this.#ports(), this.works, {
      ttlMs: 60_000,
      pollIntervalMs: null,
      speed: 1,
    });
  }

  worker(
    settings: Partial<WorkerSettings> = {},
    works: ReadonlyMap<string, DurableWork> = this.works,
  ): Worker {
    return new Worker(this.#ports(), works, {
      speed: 1,
      leaseMs: 1000,
      retentionMs: 10_000,
      markMs: 20_000,
      ...settings,
    });
  }

  async create(tool: string): Promise<string> {
    const row = await this.service.create(ALICE, {
      method: 'tools/call',
      tool,
      params: { name: tool },
      args: {},
    });
    return row.taskId;
  }

  row(taskId: string): Promise<TaskRow> {
    return this.service.find(taskId, ALICE);
  }

  async kinds(taskId: string): Promise<string[]> {
    return (await this.store.events(taskId)).map(({ kind }) => kind);
  }

  #ports() {
    return { store: this.store, clock: this.clock, ids: this.ids, bus: this.bus };
  }
}
