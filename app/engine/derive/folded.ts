import type { JsonObject } from '../../../server/protocol/json.ts';
import type {
  EndpointHistory,
  Exchange,
  FrameRef,
  Observation,
  Question,
  Segment,
  TaskHistory,
  Truth,
  World,
} from './model.ts';
import { taskKey } from './model.ts';
import { OrderedDict } from './ordered-dict.ts';
import { Vector } from './vector.ts';

/** An exchange as the fold holds it: its frames can be pushed to. */
export interface FoldedExchange extends Exchange {
  readonly frames: Vector<FrameRef>;
}

/** A task as the fold holds it: persistent lists, and the newest snapshot (the only parsed body that is kept) for the next diff. */
export interface TaskState extends Omit<TaskHistory, 'segments' | 'questions'> {
  readonly observations: Vector<Observation>;
  readonly segmentList: Vector<Segment>;
  readonly questionDict: OrderedDict<Question>;
  readonly raw: JsonObject | undefined;
  readonly lastUpdatedAt: string | undefined;
  /** Push is wanted, whatever its present state. */
  readonly wantsPush: boolean;
}

export interface FoldedTask extends TaskHistory {
  readonly state: TaskState;
}

/** The world with what folding on needs. Views see `World`. */
export interface FoldedWorld extends World {
  readonly exchanges: Vector<FoldedExchange>;
  readonly exchangeById: OrderedDict<FoldedExchange>;
  readonly tasks: OrderedDict<FoldedTask>;
  readonly endpoints: OrderedDict<EndpointHistory>;
  readonly truths: OrderedDict<Vector<Truth>>;
  /** The last place of the lab's order that this log knows. */
  readonly labPlace: number | undefined;
  /** Tabs that wrote this recording: a resumed recording has one more. */
  readonly ownTabs: readonly string[];
  /** The endpoint in use: of the last `connect` that no `disconnect` followed. */
  readonly connected: string | undefined;
}

export function emptyWorld(): FoldedWorld {
  const exchangeById = OrderedDict.empty<FoldedExchange>();
  return {
    upTo: 0,
    recording: undefined,
    startedWall: undefined,
    resumed: undefined,
    exchanges: exchangeById.list,
    exchangeById,
    tasks: OrderedDict.empty(),
    endpoints: OrderedDict.empty(),
    truths: OrderedDict.empty(),
    labPlace: undefined,
    bytes: 0,
    faults: [],
    ownTabs: [],
    connected: undefined,
  };
}

/**
 * A task as views see it, over its state. The arrays of the model are made when a view asks for them: a server that flips states
 * 100,000 times must not have them copied each time. (A copy of all fields instead cost a third of the fold.)
 */
class TaskView implements FoldedTask {
  readonly state: TaskState;

  constructor(state: TaskState) {
    this.state = state;
  }

  get segments(): TaskHistory['segments'] {
    return this.state.segmentList.array();
  }

  get questions(): TaskHistory['questions'] {
    return this.state.questionDict.list.array();
  }

  get taskId(): TaskHistory['taskId'] {
    return this.state.taskId;
  }

  get endpoint(): TaskHistory['endpoint'] {
    return this.state.endpoint;
  }

  get tool(): TaskHistory['tool'] {
    return this.state.tool;
  }

  get handleExchange(): TaskHistory['handleExchange'] {
    return this.state.handleExchange;
  }

  get startSeq(): TaskHistory['startSeq'] {
    return this.state.startSeq;
  }

  get startMono(): TaskHistory['startMono'] {
    return this.state.startMono;
  }

  get observations(): TaskHistory['observations'] {
    return this.state.observations;
  }

  get latest(): TaskHistory['latest'] {
    return this.state.latest;
  }

  get status(): TaskHistory['status'] {
    return this.state.status;
  }

  get createdAt(): TaskHistory['createdAt'] {
    return this.state.createdAt;
  }

  get ttlMs(): TaskHistory['ttlMs'] {
    return this.state.ttlMs;
  }

  get pollIntervalMs(): TaskHistory['pollIntervalMs'] {
    return this.state.pollIntervalMs;
  }

  get updates(): TaskHistory['updates'] {
    return this.state.updates;
  }

  get cancel(): TaskHistory['cancel'] {
    return this.state.cancel;
  }

  get poll(): TaskHistory['poll'] {
    return this.state.poll;
  }

  get push(): TaskHistory['push'] {
    return this.state.push;
  }

  get listens(): TaskHistory['listens'] {
    return this.state.listens;
  }

  get gone(): TaskHistory['gone'] {
    return this.state.gone;
  }

  get ending(): TaskHistory['ending'] {
    return this.state.ending;
  }

  get failures(): TaskHistory['failures'] {
    return this.state.failures;
  }

  get pollCount(): TaskHistory['pollCount'] {
    return this.state.pollCount;
  }

  get pushCount(): TaskHistory['pushCount'] {
    return this.state.pushCount;
  }

  get forgotten(): TaskHistory['forgotten'] {
    return this.state.forgotten;
  }
}

export function asTask(state: TaskState): FoldedTask {
  return new TaskView(state);
}

export function newTask(
  endpoint: string,
  taskId: string,
  begin: { readonly seq: number; readonly mono: number; readonly tool?: string; readonly exchange?: string },
): TaskState {
  return {
    taskId,
    endpoint,
    tool: begin.tool,
    handleExchange: begin.exchange,
    startSeq: begin.seq,
    startMono: begin.mono,
    observations: Vector.empty(),
    segmentList: Vector.empty(),
    questionDict: OrderedDict.empty(),
    latest: undefined,
    status: undefined,
    createdAt: undefined,
    ttlMs: undefined,
    pollIntervalMs: undefined,
    updates: [],
    cancel: undefined,
    poll: { kind: 'idle' },
    push: { kind: 'off' },
    gone: undefined,
    ending: undefined,
    failures: [],
    pollCount: 0,
    pushCount: 0,
    forgotten: false,
    raw: undefined,
    lastUpdatedAt: undefined,
    wantsPush: false,
  };
}

/** Replaces a task; a patch for a task that is not in the world changes nothing. */
export function patchTask(
  world: FoldedWorld,
  endpoint: string,
  taskId: string,
  patch: (task: TaskState) => TaskState,
): FoldedWorld {
  const key = taskKey(endpoint, taskId);
  const task = world.tasks.get(key);
  if (task === undefined) return world;
  const next = patch(task.state);
  return next === task.state ? world : { ...world, tasks: world.tasks.set(key, asTask(next)) };
}

export function putTask(world: FoldedWorld, state: TaskState): FoldedWorld {
  return { ...world, tasks: world.tasks.set(taskKey(state.endpoint, state.taskId), asTask(state)) };
}

/** @param bytes how many more were seen */
export function putExchange(world: FoldedWorld, exchange: FoldedExchange, bytes = 0): FoldedWorld {
  const exchangeById = world.exchangeById.set(exchange.id, exchange);
  return { ...world, exchangeById, exchanges: exchangeById.list, bytes: world.bytes + bytes };
}

export function putEndpoint(
  world: FoldedWorld,
  url: string,
  seq: number,
  patch: Partial<EndpointHistory>,
): FoldedWorld {
  const before = world.endpoints.get(url) ?? {
    url,
    firstSeq: seq,
    discoverExchange: undefined,
    toolsExchange: undefined,
    lastProblem: undefined,
  };
  return { ...world, endpoints: world.endpoints.set(url, { ...before, ...patch }) };
}
