import { isObject, own, ownString } from '../../../server/protocol/json.ts';
import type { LogEvent } from '../../../server/protocol/recording.ts';
import { isTaskStatus } from '../../../server/protocol/task.ts';
import type { Truth } from './model.ts';
import type { OrderedDict } from './ordered-dict.ts';
import { Vector } from './vector.ts';

/** Of one server's task: its mounts share the store, so the origin counts and not the path. */
export function truthKey(endpoint: string, taskId: string): string {
  return `${/^[a-z]+:\/\/[^/]*/.exec(endpoint)?.[0] ?? endpoint} ${taskId}`;
}

/** Reads the transition of a `note`; undefined for any other note. */
export function readTruth(
  event: LogEvent,
): { readonly taskId: string; readonly truth: Truth; readonly place: number | undefined } | undefined {
  const lab = own(event.data, 'lab');
  if (!isObject(lab)) return undefined;
  const [taskId, kind, to] = [ownString(lab, 'taskId'), ownString(lab, 'kind'), own(lab, 'to')];
  const [revision, at, from] = [own(lab, 'revision'), own(lab, 'at'), own(lab, 'from')];
  if (taskId === undefined || kind === undefined || !isTaskStatus(to) || typeof revision !== 'number')
    return undefined;
  const truth: Truth = {
    seq: event.seq,
    at: typeof at === 'number' ? at : event.mono,
    ...{ revision, kind, to },
    from: isTaskStatus(from) ? from : null,
  };
  const place = own(lab, 'seq');
  return { taskId, truth, place: typeof place === 'number' ? place : undefined };
}

/** One more; a revision that is known already (the lab tells it again after a reload) changes nothing. */
export function withTruth(
  truths: OrderedDict<Vector<Truth>>,
  key: string,
  truth: Truth,
): OrderedDict<Vector<Truth>> {
  const known = truths.get(key) ?? Vector.empty<Truth>();
  const last = known.last();
  if (last !== undefined && last.revision >= truth.revision) return truths;
  return truths.set(key, known.push(truth));
}
