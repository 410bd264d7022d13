import { moment } from '../../engine/derive/moment.ts';
import type { EventKind, LogEvent, LogReader, World } from '../../engine/index.ts';

/** What a person steps to: what crossed the wire, was done, or was told by the lab; not what the engine plans for itself. */
const STEPS: ReadonlySet<EventKind> = new Set<EventKind>([
  'action',
  'request',
  'body',
  'frame',
  'fail',
  'note',
]);

export interface Neighbour {
  readonly at: number;
  readonly event: LogEvent;
}

/**
 * The event before (-1) or after (1) a moment: of the given task, where there is one.
 * @param at `mono` ms of the cursor
 * @param world the newest, which knows which exchange is about which task
 */
export function neighbour(
  log: Pick<LogReader, 'length' | 'read'>,
  world: World,
  at: number,
  by: 1 | -1,
  taskId: string | undefined,
): Neighbour | undefined {
  for (
    let seq = by === 1 ? firstAfter(log, at) : lastBefore(log, at);
    seq >= 0 && seq < log.length;
    seq += by
  ) {
    const event = log.read(seq);
    if (!STEPS.has(event.kind) || event.data?.comment === true) continue;
    if (taskId === undefined || isAbout(event, world, taskId)) return { at: moment(event.mono), event };
  }
  return undefined;
}

function isAbout(event: LogEvent, world: World, taskId: string): boolean {
  if (event.data?.taskId === taskId) return true;
  const exchange = event.exchange === null ? undefined : world.exchangeById.get(event.exchange);
  return exchange?.taskIds.includes(taskId) === true;
}

/** The first event whose moment is after `at`. */
function firstAfter(log: Pick<LogReader, 'length' | 'read'>, at: number): number {
  return search(log, (mono) => moment(mono) > at);
}

/** The last event whose moment is before `at`. */
function lastBefore(log: Pick<LogReader, 'length' | 'read'>, at: number): number {
  return search(log, (mono) => moment(mono) >= at) - 1;
}

/** The first event that passes, of events in the order of time of which all later ones pass, too. */
function search(log: Pick<LogReader, 'length' | 'read'>, passes: (mono: number) => boolean): number {
  let low = 0;
  let high = log.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (passes(log.read(middle).mono)) high = middle;
    else low = middle + 1;
  }
  return low;
}
