import type { Clock } from '../../../server/ports/clock.ts';
import type { JsonObject } from '../../../server/protocol/json.ts';
import type { RequestId } from '../../../server/protocol/jsonrpc.ts';
import type { Problem } from '../../../server/protocol/problem.ts';
import type { FoldedWorld } from '../derive/folded.ts';
import { Worlds } from '../derive/worlds.ts';
import type { Deleted, Engine, LoadedRecording, LogReader, Prepared } from '../engine.ts';
import { writeRecording } from '../log/codec.ts';
import { LogStore } from '../log/log-store.ts';
import { prepare } from './prepare.ts';

const WHY = 'This is a recording: nothing is sent.';
const PROBLEM: Problem = {
  kind: 'http',
  code: 'recording',
  message: WHY,
  next: 'Go back to live to send it.',
};
const REFUSED = { ok: false, problem: PROBLEM, exchange: undefined } as const;

/**
 * A recording as an engine that is at its end: every view reads it like the live one, and nothing can be sent from it. Its clock stands
 * at the moment of the last event, so that countdowns and lanes end there.
 */
export class RecordedEngine implements Engine {
  readonly sendsNothing = WHY;
  readonly tab: string;
  readonly endpoint: string | undefined;
  readonly clock: Clock;
  readonly #log = new LogStore();
  readonly #worlds = new Worlds(this.#log);
  readonly #recording: LoadedRecording;
  readonly #end: number;

  constructor(recording: LoadedRecording) {
    this.#recording = recording;
    this.#log.append(recording.events);
    const last = recording.events.reduce((most, { mono }) => Math.max(most, mono), 0);
    this.#end = last;
    this.tab = recording.events[0]?.tab ?? '';
    this.endpoint = recording.events.find(({ endpoint }) => endpoint !== null)?.endpoint ?? undefined;
    const wall = recording.startedAt + last;
    this.clock = { now: () => wall, mono: () => last, after: () => () => undefined };
  }

  get log(): LogReader {
    return this.#log;
  }

  world(n?: number): FoldedWorld {
    return this.#worlds.at(n);
  }

  mono(): number {
    return this.#end;
  }

  legacy(): undefined {
    return undefined;
  }

  persistence() {
    return { state: 'saved', detail: undefined } as const;
  }

  prepareRequest(endpoint: string, method: string, params: JsonObject, id: RequestId = 0): Prepared {
    return prepare(endpoint, method, id, params);
  }

  prepareCall(endpoint: string, tool: string, args: JsonObject, id?: RequestId): Prepared {
    return this.prepareRequest(endpoint, 'tools/call', { name: tool, arguments: args }, id);
  }

  prepareUpdate(endpoint: string, taskId: string, inputResponses: JsonObject, id?: RequestId): Prepared {
    return this.prepareRequest(endpoint, 'tasks/update', { taskId, inputResponses }, id);
  }

  prepareCancel(endpoint: string, taskId: string, id?: RequestId): Prepared {
    return this.prepareRequest(endpoint, 'tasks/cancel', { taskId }, id);
  }

  outgoing = (prepared: Prepared) => prepared.headers;
  way = () => 'direct' as const;
  challenge = () => undefined;
  connect = async () => REFUSED;
  discover = async () => REFUSED;
  listTools = async () => REFUSED;
  request = async () => REFUSED;
  compose = async () => ({
    exchange: '',
    status: undefined,
    text: undefined,
    problem: PROBLEM,
    taskId: undefined,
  });
  call = async () => REFUSED;
  update = async () => REFUSED;
  cancel = async () => REFUSED;
  authorise = async () => ({ state: 'failed', problem: PROBLEM }) as const;
  finishAuthorisation = async () => ({ state: 'failed', problem: PROBLEM }) as const;
  signOut = async (): Promise<void> => undefined;
  isSignedIn = () => false;
  disconnect = (): void => undefined;
  answerServers = (): void => undefined;
  attach = (): void => undefined;
  forget = (): void => undefined;
  restore = (): void => undefined;
  refresh = (): void => undefined;
  setPush = (): void => undefined;
  note = (): void => undefined;
  follow = (): void => undefined;
  followed = () => [];
  wish = (): void => undefined;
  wishes = () => ({});
  startNewRecording = async (): Promise<void> => undefined;
  recordings = async () => [];
  deleteRecording = async (): Promise<Deleted> => ({ ok: false, reason: WHY });
  library = async (): Promise<never> => Promise.reject(new Error(WHY));
  close = async (): Promise<void> => undefined;

  exportRecording(): string {
    const { id, startedAt, events } = this.#recording;
    return writeRecording({ recording: id, startedAt, events: events.length }, events);
  }
}
