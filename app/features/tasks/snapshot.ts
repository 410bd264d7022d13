import type { Observation, TaskHistory } from '../../engine/derive/model.ts';
import { type Engine, JsonTree, type JsonValue, PRETTY_LIMITS } from '../../engine/index.ts';
import { member } from '../../ui/result.ts';

/** What the server said of a task in one message: the result of a poll or a handle, the params of a notification. */
export interface Snapshot {
  readonly tree: JsonTree;
  readonly node: number;
}

/** The snapshot behind an observation, as a lossless tree. */
export function snapshotOf(engine: Engine, observation: Observation | undefined): Snapshot | undefined {
  if (observation === undefined) return undefined;
  const read = JsonTree.read(engine.log.bodyText(observation.seq));
  if (!read.ok) return undefined;
  const { tree } = read;
  const node = member(tree, 0, 'result') ?? member(tree, 0, 'params');
  return node === undefined ? undefined : { tree, node };
}

/** A snapshot as a value for comparing; undefined where it nests too deep for what walks over it (attack 11). */
export function comparable(snapshot: Snapshot | undefined): JsonValue | undefined {
  if (snapshot === undefined) return undefined;
  const { tree, node } = snapshot;
  const levels = new Uint32Array(tree.size);
  for (let n = 1; n < tree.size; n += 1) {
    levels[n] = (levels[tree.parent(n)] ?? 0) + 1;
    if ((levels[n] ?? 0) > PRETTY_LIMITS.depth) return undefined;
  }
  return JSON.parse(tree.raw(node)) as JsonValue;
}

/** How a task ended: within its newest snapshot, or, before 2026-07-28, in the answer to `tasks/result`. */
export interface Ending {
  readonly tree: JsonTree;
  readonly result: number | undefined;
  readonly error: number | undefined;
}

/** @param snapshot the newest one, as `snapshotOf` reads it */
export function endingOf(
  engine: Engine,
  task: TaskHistory,
  snapshot: Snapshot | undefined,
): Ending | undefined {
  if (task.ending === undefined)
    return (
      snapshot && {
        tree: snapshot.tree,
        result: member(snapshot.tree, snapshot.node, 'result'),
        error: member(snapshot.tree, snapshot.node, 'error'),
      }
    );
  const read = JsonTree.read(engine.log.bodyText(task.ending.seq));
  if (!read.ok) return undefined;
  const { tree } = read;
  return { tree, result: member(tree, 0, 'result'), error: member(tree, 0, 'error') };
}

const STEP = /([A-Za-z_$][\w$]*)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]/g;

/** The text of the value at a path such as `result.content[0].text`, as sent. */
export function rawAt(snapshot: Snapshot | undefined, path: string): string | undefined {
  if (snapshot === undefined) return undefined;
  const { tree } = snapshot;
  let node: number | undefined = snapshot.node;
  for (const [, name, index, quoted] of path.matchAll(STEP)) {
    if (node === undefined) return undefined;
    if (index !== undefined) node = [...tree.children(node)][Number(index)];
    else node = member(tree, node, name ?? (JSON.parse(quoted ?? '""') as string));
  }
  return node === undefined ? undefined : tree.raw(node);
}

/** The observation that a message brought, and the one before it; without a message, the latest. */
export function observedIn(
  task: TaskHistory,
  exchange: string | undefined,
  seq: number | undefined,
): { readonly here: Observation; readonly before: Observation | undefined } | undefined {
  for (let i = task.observations.size - 1; i >= 0; i -= 1) {
    const here = task.observations.at(i);
    if (here === undefined) return undefined;
    const hit = exchange === undefined || (seq === undefined ? here.exchange === exchange : here.seq === seq);
    if (hit) return { here, before: task.observations.at(i - 1) };
  }
  return undefined;
}
