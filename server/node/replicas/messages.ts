import type { TaskChanged } from '../../ports/bus.ts';
import { isObject, type JsonObject, own, ownString } from '../../protocol/json.ts';
import type { DemoWish } from '../demo.ts';

/** What the parent tells a replica. */
export type ToReplica =
  /** The first message. `wish` is a ReplicaWish. */
  | { readonly kind: 'start'; readonly wish: ReplicaWish }
  /** Other replicas have committed these. */
  | { readonly kind: 'changes'; readonly changes: readonly TaskChanged[] }
  /** End in order, then exit. */
  | { readonly kind: 'stop' };

/** What a replica tells the parent. */
export type ToParent =
  | { readonly kind: 'ready'; readonly port: number }
  /** It cannot start, in words; it exits next. */
  | { readonly kind: 'failed'; readonly why: string }
  | { readonly kind: 'changes'; readonly changes: readonly TaskChanged[] };

/** All that a replica needs beside its code: what its siblings have as well, so that any of them can serve any request (R6). */
export interface ReplicaWish extends Omit<DemoWish, 'store' | 'clock' | 'ids' | 'bus' | 'sealKey'> {
  readonly dir: string;
  /** The key of requestState, base64; the same for all, since any of them may get the retry. */
  readonly sealKey: string | null;
}

/** Reads a message to a replica; undefined for anything else. */
export function readToReplica(value: unknown): ToReplica | undefined {
  const kind = ownString(value, 'kind');
  if (kind === 'stop') return { kind };
  if (kind === 'changes') return { kind, changes: changesIn(value) };
  const wish = own(value, 'wish');
  return kind === 'start' && isObject(wish) ? { kind, wish: wish as unknown as ReplicaWish } : undefined;
}

/** Reads a message to the parent; undefined for anything else. */
export function readToParent(value: unknown): ToParent | undefined {
  const kind = ownString(value, 'kind');
  if (kind === 'changes') return { kind, changes: changesIn(value) };
  if (kind === 'failed') return { kind, why: ownString(value, 'why') ?? 'no reason was given' };
  const port = own(value, 'port');
  return kind === 'ready' && typeof port === 'number' ? { kind, port } : undefined;
}

function changesIn(value: unknown): TaskChanged[] {
  const changes = own(value, 'changes');
  if (!Array.isArray(changes)) return [];
  return changes.flatMap((one: JsonObject) => {
    const [taskId, revision] = [ownString(one, 'taskId'), own(one, 'revision')];
    return taskId === undefined || typeof revision !== 'number' ? [] : [{ taskId, revision }];
  });
}
