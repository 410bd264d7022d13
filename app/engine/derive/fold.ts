import { own, ownString } from '../../../server/protocol/json.ts';
import type { LogEvent } from '../../../server/protocol/recording.ts';
import { onBody, onEnd, onFail, onFrame, onHead, onRequest } from './fold-exchange.ts';
import { onPlan, onStop } from './fold-plans.ts';
import { type FoldedWorld, newTask, patchTask, putEndpoint, putTask } from './folded.ts';
import { type FaultWindow, taskKey } from './model.ts';
import { readTruth, truthKey, withTruth } from './truth.ts';

/**
 * Folds events onto a world. Pure: the same events give the same world, and the world before stays valid. Never throws on any
 * event, whatever its body holds. Events must come in the order of their seq.
 */
export function fold(world: FoldedWorld, events: Iterable<LogEvent>): FoldedWorld {
  let next = world;
  for (const event of events) next = counted(next, foldOne(next, event));
  return next;
}

/** One event more. A world that the event made is nobody else's yet, so its count is set in place. */
function counted(before: FoldedWorld, after: FoldedWorld): FoldedWorld {
  const upTo = before.upTo + 1;
  return after === before ? { ...after, upTo } : Object.assign(after, { upTo });
}

/** True for an event that this log's own tab wrote (or the tab that wrote the recording before it was resumed). */
function isOwn(world: FoldedWorld, event: LogEvent): boolean {
  return world.ownTabs.includes(event.tab);
}

function foldOne(world: FoldedWorld, event: LogEvent): FoldedWorld {
  const mine = isOwn(world, event);
  switch (event.kind) {
    case 'recording':
      return onRecording(world, event);
    case 'action':
      return mine ? onAction(world, event) : world;
    case 'plan':
      return mine ? onPlan(world, event) : world;
    case 'stop':
      return mine ? onStop(world, event) : world;
    case 'request':
      return onRequest(world, event, mine);
    case 'head':
      return onHead(world, event);
    case 'body':
      return onBody(world, event);
    case 'frame':
      return onFrame(world, event);
    case 'end':
      return onEnd(world, event);
    case 'fail':
      return onFail(world, event);
    case 'note':
      return mine ? onNote(world, event) : world;
    default:
      return world;
  }
}

function onRecording(world: FoldedWorld, event: LogEvent): FoldedWorld {
  const ownTabs = world.ownTabs.includes(event.tab) ? world.ownTabs : [...world.ownTabs, event.tab];
  const what = ownString(event.data, 'what');
  const events = own(event.data, 'events');
  const tasks = own(event.data, 'tasks');
  return {
    ...world,
    ownTabs,
    recording: event.recording,
    startedWall: world.startedWall ?? event.wall - event.mono,
    resumed:
      what === 'resumed'
        ? {
            seq: event.seq,
            events: typeof events === 'number' ? events : 0,
            tasks: typeof tasks === 'number' ? tasks : 0,
            lostTail: own(event.data, 'lostTail') === true,
          }
        : world.resumed,
  };
}

/** What was found out of an endpoint, or told by its lab: `note` events with a generation, a transition, or a fault and `on`. */
function onNote(world: FoldedWorld, event: LogEvent): FoldedWorld {
  const label = ownString(event.data, 'fault');
  if (label !== undefined && event.endpoint !== null) return onFault(world, event.endpoint, label, event);
  const told = readTruth(event);
  if (told !== undefined && event.endpoint !== null) {
    const truths = withTruth(world.truths, truthKey(event.endpoint, told.taskId), told.truth);
    return { ...world, truths, labPlace: told.place ?? world.labPlace };
  }
  const kind = ownString(event.data, 'generation');
  const evidence = ownString(event.data, 'evidence');
  if (event.endpoint === null || evidence === undefined) return world;
  if (kind !== 'current' && kind !== 'legacy') return world;
  return putEndpoint(world, event.endpoint, event.seq, { generation: { kind, evidence } });
}

function onFault(world: FoldedWorld, endpoint: string, label: string, event: LogEvent): FoldedWorld {
  const isOpen = (one: FaultWindow): boolean =>
    one.endpoint === endpoint && one.label === label && one.to === undefined;
  const on = own(event.data, 'on') === true;
  if (on === world.faults.some(isOpen)) return world;
  const faults = on
    ? [...world.faults, { endpoint, label, from: event.mono, to: undefined }]
    : world.faults.map((one) => (isOpen(one) ? { ...one, to: event.mono } : one));
  return { ...world, faults };
}

function onAction(world: FoldedWorld, event: LogEvent): FoldedWorld {
  const name = ownString(event.data, 'name');
  const taskId = ownString(event.data, 'taskId');
  const { endpoint } = event;
  if (endpoint === null) return world;
  if (name === 'connect') return { ...putEndpoint(world, endpoint, event.seq, {}), connected: endpoint };
  if (name === 'disconnect') return { ...world, connected: undefined };
  if (taskId === undefined)
    return name === 'discover' || name === 'list-tools' ? putEndpoint(world, endpoint, event.seq, {}) : world;
  switch (name) {
    case 'attach': {
      const known = world.tasks.get(taskKey(endpoint, taskId));
      return putTask(
        world,
        known === undefined
          ? newTask(endpoint, taskId, { seq: event.seq, mono: event.mono })
          : { ...known.state, forgotten: false },
      );
    }
    case 'forget':
      return patchTask(world, endpoint, taskId, (task) => ({ ...task, forgotten: true }));
    case 'push-on':
      return patchTask(world, endpoint, taskId, (task) => ({
        ...task,
        wantsPush: true,
        push: task.push.kind === 'live' ? task.push : { kind: 'opening' },
      }));
    case 'push-off':
      return patchTask(world, endpoint, taskId, (task) => ({
        ...task,
        wantsPush: false,
        push: { kind: 'off' },
      }));
    default:
      return world;
  }
}
