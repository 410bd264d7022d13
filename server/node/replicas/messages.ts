import type { Hint } from '../../ports/bus.ts';
import { isObject, type JsonObject, own, ownString } from '../../protocol/json.ts';
import type { FaultWish, LabWorkerView, WorkerAction } from '../../protocol/lab.ts';
import { LIST_KINDS } from '../../protocol/subscriptions.ts';
import type { DemoWish } from '../demo.ts';

/** What the lab does to a replica. */
export type Steer =
  | { readonly kind: 'clock'; readonly setting: JsonObject }
  | { readonly kind: 'worker'; readonly action: WorkerAction }
  | { readonly kind: 'faults'; readonly wishes: readonly FaultWish[] }
  | { readonly kind: 'view' };

/** What came of it. */
export interface SteerOutcome {
  readonly stepped: boolean;
  readonly worker: Omit<LabWorkerView, 'server'>;
}

/** What the parent tells a replica. */
export type ToReplica =
  /** The first message. `wish` is a ReplicaWish. */
  | { readonly kind: 'start'; readonly wish: ReplicaWish }
  /** What other replicas have changed. */
  | { readonly kind: 'changes'; readonly changes: readonly Hint[] }
  /** Answered by `steered` with the same id. */
  | { readonly kind: 'steer'; readonly id: number; readonly steer: Steer }
  /** Answer with `alive`. */
  | { readonly kind: 'beat' }
  /** End in order, then exit. */
  | { readonly kind: 'stop' };

/** What a replica tells the parent. */
export type ToParent =
  | { readonly kind: 'ready'; readonly port: number }
  /** It heard the beat: it is not stuck. */
  | { readonly kind: 'alive' }
  /** It cannot start, in words; it exits next. */
  | { readonly kind: 'failed'; readonly why: string }
  | { readonly kind: 'changes'; readonly changes: readonly Hint[] }
  | ({ readonly kind: 'steered'; readonly id: number } & SteerOutcome);

/** What each process has of its own. */
type OfTheProcess = 'store' | 'clock' | 'machine' | 'ids' | 'bus' | 'bootId';

/** All that a replica needs beside its code: what its siblings have as well, so that any of them can serve any request (R6). */
export interface ReplicaWish extends Omit<DemoWish, OfTheProcess | 'sealKey'> {
  readonly dir: string;
  /** The key of requestState, base64; the same for all, since any of them may get the retry. */
  readonly sealKey: string | null;
}

/** Reads a message to a replica; undefined for anything else. */
export function readToReplica(value: unknown): ToReplica | undefined {
  const kind = ownString(value, 'kind');
  if (kind === 'stop' || kind === 'beat') return { kind };
  if (kind === 'changes') return { kind, changes: changesIn(value) };
  if (kind === 'steer') return readSteer(value);
  const wish = own(value, 'wish');
  return kind === 'start' && isObject(wish) ? { kind, wish: wish as unknown as ReplicaWish } : undefined;
}

/** Reads a message to the parent; undefined for anything else. */
export function readToParent(value: unknown): ToParent | undefined {
  const kind = ownString(value, 'kind');
  if (kind === 'alive') return { kind };
  if (kind === 'changes') return { kind, changes: changesIn(value) };
  if (kind === 'failed') return { kind, why: ownString(value, 'why') ?? 'no reason was given' };
  if (kind === 'steered') {
    const [id, stepped, worker] = [own(value, 'id'), own(value, 'stepped'), own(value, 'worker')];
    if (typeof id !== 'number' || !isObject(worker)) return undefined;
    return { kind, id, stepped: stepped === true, worker: worker as unknown as SteerOutcome['worker'] };
  }
  const port = own(value, 'port');
  return kind === 'ready' && typeof port === 'number' ? { kind, port } : undefined;
}

/** Both ends are of one version: only that there is something to do is looked at. */
function readSteer(value: unknown): ToReplica | undefined {
  const [id, steer] = [own(value, 'id'), own(value, 'steer')];
  if (typeof id !== 'number' || !isObject(steer)) return undefined;
  return { kind: 'steer', id, steer: steer as unknown as Steer };
}

function changesIn(value: unknown): Hint[] {
  const changes = own(value, 'changes');
  if (!Array.isArray(changes)) return [];
  return changes.flatMap((one: JsonObject): Hint[] => {
    const list = LIST_KINDS.find((kind) => kind === own(one, 'list'));
    if (list !== undefined) return [{ list }];
    const [taskId, revision] = [ownString(one, 'taskId'), own(one, 'revision')];
    return taskId === undefined || typeof revision !== 'number' ? [] : [{ taskId, revision }];
  });
}
