import { isObject, type JsonObject, type JsonValue, own, ownString } from './json.ts';
import type { TaskStatus } from './task.ts';

/** Version of the lab's messages (docs/lab.md). A server refuses any other. */
export const LAB_VERSION = 1;
/** The path of its WebSocket. */
export const LAB_PATH = '/lab';

/** Why the server closes a socket, beside WebSocket's own codes. */
export const LAB_CLOSE = {
  badMessage: 4400,
  wrongKey: 4401,
  otherVersion: 4406,
  noHello: 4408,
  tooMany: 4429,
} as const;

export type WorkerAction = 'pause' | 'run' | 'step' | 'kill' | 'kill-at-commit' | 'replace';

/** What the lab can be told to do. `server` names a replica; left out, all of them (`step`: the first that has something due). */
export type LabCommand =
  | { readonly do: 'state' }
  | { readonly do: `worker/${WorkerAction}`; readonly server?: string }
  | { readonly do: 'clock/pause' | 'clock/run' | 'clock/step' }
  | { readonly do: 'clock/jump'; readonly ms: number }
  | { readonly do: 'clock/speed'; readonly speed: number }
  | { readonly do: 'leases/list' | 'routes/list' }
  | { readonly do: 'leases/drop'; readonly taskId: string }
  | { readonly do: 'faults/list' | 'faults/reset' }
  | {
      readonly do: 'faults/on';
      readonly fault: string;
      readonly params?: JsonObject;
      readonly server?: string;
    }
  | { readonly do: 'faults/off'; readonly fault: string; readonly server?: string }
  /** A server dies as a process does, and is back after `downMs` (0 unless given). */
  | { readonly do: 'server/kill'; readonly server?: string; readonly downMs?: number };

/** The first message. */
export interface Hello {
  readonly type: 'hello';
  readonly version: number;
  readonly key: string;
  /** Transitions after this place are told; left out, those from now on. */
  readonly since?: number;
}

/** A true transition, told after its commit. Places (`seq`) have no gap: what is passed over is told by `gone`. */
export interface LabTransition {
  readonly type: 'transition';
  readonly seq: number;
  readonly taskId: string;
  readonly revision: number;
  readonly kind: string;
  readonly from: TaskStatus | null;
  readonly to: TaskStatus;
  /** The server's wall clock at the commit, ms since the epoch. */
  readonly serverTime: number;
  /** The committing server's monotonic clock, ms; null where it did not say. */
  readonly mono: number | null;
  /** Which start of a server committed it; null where it did not say. */
  readonly bootId: string | null;
}

export interface LabWorkerView {
  /** The replica's name; null where there is one server. */
  readonly server: string | null;
  readonly name: string;
  readonly state: 'running' | 'paused' | 'dead';
}

export interface LabState {
  readonly clock: {
    /** What the clock tells now, ms since the epoch, and its monotonic time, ms. */
    readonly now: number;
    readonly mono: number;
    readonly speed: number;
    readonly paused: boolean;
    /** False where a test moves it. */
    readonly steerable: boolean;
  };
  readonly workers: readonly LabWorkerView[];
  /** Faults that are on; `server` is the replica's name, null where there is one server. */
  readonly faults: readonly (FaultWish & { readonly server: string | null })[];
  /** Whether there are routes to list. */
  readonly gateway: boolean;
}

/** A failure mode that the lab can switch on. */
export interface FaultFacts {
  readonly name: string;
  readonly title: string;
  /** The part of the system that it is about. */
  readonly group: FaultGroup;
  /** What breaks in production when it happens. */
  readonly breaks: string;
  /** What to look at. */
  readonly look: string;
  /** JSON Schema of its parameters: an object of whole numbers, choices and booleans, each with a title and a default. */
  readonly schema: JsonObject;
}

export const FAULT_GROUPS = [
  'store',
  'time',
  'worker',
  'replicas',
  'push',
  'http',
  'cancel',
  'questions',
  'messages',
] as const;
export type FaultGroup = (typeof FAULT_GROUPS)[number];

/** A fault that is on, or is to be. */
export interface FaultWish {
  readonly name: string;
  readonly params: JsonObject;
}

export interface LabLease {
  readonly taskId: string;
  readonly worker: string;
  readonly epoch: number;
  readonly expiresAt: number;
  readonly expired: boolean;
}

export type FromLab =
  | {
      readonly type: 'welcome';
      readonly version: number;
      readonly bootId: string;
      /** Where the telling begins: the asked place, or 0 where this store has never come so far. */
      readonly since: number;
      /** The last place so far. */
      readonly head: number;
      readonly state: LabState;
    }
  | LabTransition
  /** Places that will never be told: their tasks have been removed, or the write failed. */
  | { readonly type: 'gone'; readonly from: number; readonly to: number }
  | { readonly type: 'state'; readonly state: LabState }
  | {
      readonly type: 'ack';
      readonly id: JsonValue;
      readonly ok: true;
      readonly state: LabState;
      /** worker/step: whether a step was due. */
      readonly stepped?: boolean;
      /** clock/step and clock/jump: how far it went, ms. */
      readonly moved?: number;
      readonly leases?: readonly LabLease[];
      readonly routes?: JsonObject;
      /** faults/list: all that can be switched on. */
      readonly catalogue?: readonly FaultFacts[];
    }
  | { readonly type: 'ack'; readonly id: JsonValue; readonly ok: false; readonly error: LabError };

export interface LabError {
  readonly code: string;
  /** What is wrong and what to do. */
  readonly message: string;
}

export type ReadCommand =
  | { readonly ok: true; readonly id: JsonValue; readonly command: LabCommand }
  | { readonly ok: false; readonly id: JsonValue; readonly error: LabError };

/** Reads the first message; undefined for anything that is none. Its version and key are not judged here. */
export function readHello(value: unknown): Hello | undefined {
  const [version, key, since] = [own(value, 'version'), ownString(value, 'key'), own(value, 'since')];
  if (ownString(value, 'type') !== 'hello' || typeof version !== 'number' || key === undefined)
    return undefined;
  if (since === undefined) return { type: 'hello', version, key };
  return isPlace(since) ? { type: 'hello', version, key, since } : undefined;
}

/** Reads `{type: "command", id, do, …}`. An id is a string or a number; null stands for none. */
export function readCommand(value: unknown): ReadCommand {
  const given = own(value, 'id');
  const id = typeof given === 'string' || typeof given === 'number' ? given : null;
  const no = (code: string, message: string): ReadCommand => ({ ok: false, id, error: { code, message } });
  if (!isObject(value) || ownString(value, 'type') !== 'command' || id === null)
    return no('bad-message', 'Send {"type": "command", "id": a string or number, "do": what to do}.');
  const what = ownString(value, 'do') ?? '';
  const yes = (command: LabCommand): ReadCommand => ({ ok: true, id, command });
  if (PLAIN.has(what)) return yes({ do: what } as LabCommand);
  const server = own(value, 'server');
  const of = server === undefined ? {} : { server };
  if (server !== undefined && typeof server !== 'string' && OF_SERVER.has(what))
    return no('bad-params', 'server is a name.');
  if (WORKER.has(what)) return yes({ do: what, ...of } as LabCommand);
  const number = own(value, what === 'clock/jump' ? 'ms' : 'speed');
  switch (what) {
    case 'clock/jump':
      if (!isPlace(number) || number < 1 || number > LONGEST_JUMP)
        return no('bad-params', `clock/jump wants ms, a whole number from 1 to ${LONGEST_JUMP}.`);
      return yes({ do: what, ms: number });
    case 'clock/speed':
      if (typeof number !== 'number' || !(number >= 0.1 && number <= 1_000))
        return no('bad-params', 'clock/speed wants speed, a number from 0.1 to 1000.');
      return yes({ do: what, speed: number });
    case 'leases/drop': {
      const taskId = ownString(value, 'taskId');
      if (taskId === undefined) return no('bad-params', 'leases/drop wants the taskId of a lease.');
      return yes({ do: what, taskId });
    }
    case 'faults/on':
    case 'faults/off': {
      const [fault, params] = [ownString(value, 'fault'), own(value, 'params')];
      if (fault === undefined)
        return no('bad-params', `${what} wants the name of a fault: faults/list tells them.`);
      if (what === 'faults/off') return yes({ do: what, fault, ...of } as LabCommand);
      if (params !== undefined && !isObject(params)) return no('bad-params', 'params is an object.');
      return yes({ do: what, fault, ...of, ...(params === undefined ? {} : { params }) } as LabCommand);
    }
    case 'server/kill': {
      const downMs = own(value, 'downMs') ?? 0;
      if (!isPlace(downMs) || downMs > LONGEST_DOWN)
        return no('bad-params', `downMs is a whole number from 0 to ${LONGEST_DOWN}.`);
      return yes({ do: what, downMs, ...of } as LabCommand);
    }
    default:
      return no('unknown-command', `"${what.slice(0, 80)}" is none of: ${COMMANDS.join(', ')}.`);
  }
}

/** Ten years, ms. */
const LONGEST_JUMP = 315_360_000_000;

/** The longest that a killed server may stay down, ms. */
const LONGEST_DOWN = 600_000;

const PLAIN: ReadonlySet<string> = new Set([
  'state',
  'clock/pause',
  'clock/run',
  'clock/step',
  'leases/list',
  'routes/list',
  'faults/list',
  'faults/reset',
]);
const WORKER: ReadonlySet<string> = new Set(
  ['pause', 'run', 'step', 'kill', 'kill-at-commit', 'replace'].map((action) => `worker/${action}`),
);
/** Commands that name a replica, beside those to a worker. */
const OF_SERVER: ReadonlySet<string> = new Set([...WORKER, 'faults/on', 'faults/off', 'server/kill']);
const COMMANDS: readonly string[] = [...PLAIN, ...OF_SERVER, 'clock/jump', 'clock/speed', 'leases/drop'];

function isPlace(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
