import type { Clock } from '../ports/clock.ts';
import { type ClockChange, type ClockSetting, settingJson, steered } from '../ports/clock-setting.ts';
import { SteerableClock } from '../ports/steerable-clock.ts';
import type { TaskStore } from '../ports/task-store.ts';
import type { JsonObject } from '../protocol/json.ts';
import type { FromLab, LabCommand, LabError, LabLease, LabState, WorkerAction } from '../protocol/lab.ts';
import type { LabServer, LabWorker } from './workers.ts';

/** The name under which the store keeps the clock's setting. */
export const KEPT_CLOCK = 'clock';

/** The most leases that are listed. */
const MOST_LEASES = 100;

/** What the lab steers. */
export interface Steered {
  readonly store: TaskStore;
  readonly clock: Clock;
  readonly machine: Clock;
  readonly workers: readonly LabWorker[];
  /** What faults are switched in and what is killed; empty where nothing can be. */
  readonly servers: readonly LabServer[];
  /** Lets the clocks of other processes follow; absent where there are none. */
  readonly follow?: (setting: ClockSetting) => Promise<void>;
  /** The gateway's two tables; undefined where there is no gateway. */
  readonly routes: () => JsonObject | undefined;
}

type Ack = Extract<FromLab, { type: 'ack'; ok: true }>;
/** What an ack tells beside the state. */
export type Done = Pick<Ack, 'stepped' | 'moved' | 'leases' | 'routes' | 'catalogue'>;

/** A command that cannot be done, in words for the person. */
export class LabRefusal extends Error {
  readonly error: LabError;

  constructor(code: string, message: string) {
    super(message);
    this.error = { code, message };
  }
}

/** Does what the lab's commands say, one after another, whichever socket they came from (R74). */
export class Steering {
  readonly #all: Steered;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(all: Steered) {
    this.#all = all;
  }

  /** @throws LabRefusal with what is wrong and what to do; then nothing was changed */
  run(command: LabCommand): Promise<Done> {
    const done = this.#turn.then(() => this.#do(command));
    this.#turn = done.catch(() => {});
    return done;
  }

  async state(): Promise<LabState> {
    const { clock, workers, routes } = this.#all;
    const steerable = clock instanceof SteerableClock;
    const { speed, paused } = steerable ? clock.setting : { speed: 1, paused: false };
    return {
      clock: { now: clock.now(), mono: clock.mono(), speed, paused, steerable },
      workers: await Promise.all(workers.map((worker) => worker.view())),
      faults: this.#all.servers.flatMap(({ server, faults }) =>
        faults.active().map((wish) => ({ ...wish, server })),
      ),
      gateway: routes() !== undefined,
    };
  }

  async #do(command: LabCommand): Promise<Done> {
    switch (command.do) {
      case 'state':
        return {};
      case 'clock/pause':
        return await this.#clock({ kind: 'pause' });
      case 'clock/run':
        return await this.#clock({ kind: 'run' });
      case 'clock/speed':
        return await this.#clock({ kind: 'speed', speed: command.speed });
      case 'clock/jump':
        return { ...(await this.#clock({ kind: 'jump', ms: command.ms })), moved: command.ms };
      case 'clock/step':
        return await this.#clockStep();
      case 'leases/list':
        return { leases: await this.#leases() };
      case 'leases/drop':
        return await this.#drop(command.taskId);
      case 'routes/list':
        return { routes: this.#routes() };
      case 'faults/list':
        return { catalogue: this.#all.servers[0]?.faults.catalogue ?? [] };
      case 'faults/reset':
        for (const { faults } of this.#all.servers) faults.reset();
        return {};
      case 'faults/on':
      case 'faults/off':
        return this.#fault(command);
      case 'server/kill':
        await Promise.all(this.#chosen(command.server).map((one) => one.kill(command.downMs ?? 0)));
        return {};
      default:
        return await this.#worker(command.do.slice('worker/'.length) as WorkerAction, command.server);
    }
  }

  async #clock(change: ClockChange): Promise<Done> {
    const { clock, machine, store, follow } = this.#all;
    if (!(clock instanceof SteerableClock))
      throw new LabRefusal('clock-not-steerable', 'This clock belongs to the test that started the server.');
    const setting = steered(clock.setting, change, machine.now());
    // Kept first: a crash in between must not take back what the clock has told.
    await store.keep(KEPT_CLOCK, settingJson(setting));
    await Promise.all([clock.follow(setting), follow?.(setting)]);
    return {};
  }

  /** To the next moment at which a task has something due, a lease ends or a TTL does. */
  async #clockStep(): Promise<Done> {
    const { store, clock } = this.#all;
    const ends = await store.nextExpiry(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
    const next = Math.min((await store.nextWake()) ?? NEVER, ends ?? NEVER);
    if (next >= Number.MAX_SAFE_INTEGER)
      throw new LabRefusal('nothing-scheduled', 'No task waits for a moment to come: call a tool first.');
    const ms = Math.ceil(next - clock.now());
    if (ms <= 0)
      throw new LabRefusal(
        'due-already',
        'Something is due now: step or run the worker, then step the clock.',
      );
    return { ...(await this.#clock({ kind: 'jump', ms })), moved: ms };
  }

  async #leases(): Promise<readonly LabLease[]> {
    const now = this.#all.clock.now();
    const rows = await this.#all.store.leased(MOST_LEASES);
    return rows.flatMap(({ taskId, lease }) =>
      lease === null ? [] : [{ taskId, ...lease, expired: lease.expiresAt <= now }],
    );
  }

  async #drop(taskId: string): Promise<Done> {
    const held = (await this.#leases()).find((lease) => lease.taskId === taskId);
    if (held === undefined)
      throw new LabRefusal('no-lease', 'No worker holds that task: "leases/list" tells which are held.');
    await this.#all.store.release(taskId, held.epoch);
    return { leases: await this.#leases() };
  }

  #routes(): JsonObject {
    const routes = this.#all.routes();
    if (routes === undefined)
      throw new LabRefusal('no-gateway', 'One server has no routes: start with --replicas 2 for a gateway.');
    return routes;
  }

  #fault(command: Extract<LabCommand, { readonly fault: string }>): Done {
    for (const { faults } of this.#chosen(command.server)) {
      try {
        if (command.do === 'faults/off') faults.off(command.fault);
        else faults.on(command.fault, command.params);
      } catch (error) {
        throw new LabRefusal('bad-fault', error instanceof Error ? error.message : String(error));
      }
    }
    return {};
  }

  /** @throws LabRefusal where there is none of that name */
  #chosen(server: string | undefined): readonly LabServer[] {
    const all = this.#all.servers;
    const chosen = all.filter((one) => server === undefined || one.server === server);
    if (chosen.length > 0) return chosen;
    if (all.length === 0) throw new LabRefusal('no-faults', 'This server has no faults to switch.');
    throw noSuchServer(server, all);
  }

  async #worker(action: WorkerAction, server: string | undefined): Promise<Done> {
    const chosen = this.#all.workers.filter((worker) => server === undefined || worker.server === server);
    if (chosen.length === 0) throw noSuchServer(server, this.#all.workers);
    if (action !== 'step') {
      if (action === 'run') await this.#noneDead(chosen);
      await Promise.all(chosen.map((worker) => worker.act(action)));
      return {};
    }
    for (const { state } of await Promise.all(chosen.map((worker) => worker.view())))
      if (state === 'running')
        throw new LabRefusal('worker-running', 'The worker runs by itself: pause it first.');
    await this.#noneDead(chosen);
    for (const worker of chosen) if (await worker.act('step')) return { stepped: true };
    return { stepped: false };
  }

  async #noneDead(workers: readonly LabWorker[]): Promise<void> {
    const views = await Promise.all(workers.map((worker) => worker.view()));
    const living = views.filter(({ state }) => state !== 'dead');
    if (living.length === 0)
      throw new LabRefusal(
        'worker-dead',
        'The worker is dead: "worker/replace" puts a new one in its place.',
      );
  }
}

function noSuchServer(
  server: string | undefined,
  all: readonly { readonly server: string | null }[],
): LabRefusal {
  const names = all.map((one) => one.server ?? '(leave server out)').join(', ');
  return new LabRefusal('no-such-server', `There is no server ${server}, only: ${names}.`);
}

const NEVER = Number.POSITIVE_INFINITY;
