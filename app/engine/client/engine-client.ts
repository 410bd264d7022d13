import type { Clock } from '../../../server/ports/clock.ts';
import type { Discovery } from '../../../server/protocol/discovery.ts';
import type { HeaderPair } from '../../../server/protocol/headers.ts';
import type { InputResponses } from '../../../server/protocol/inputs.ts';
import type { JsonObject } from '../../../server/protocol/json.ts';
import type { RequestId } from '../../../server/protocol/jsonrpc.ts';
import type { Authorisation, Challenge, Grant } from '../authorisation.ts';
import type { World } from '../derive/model.ts';
import type {
  Answered,
  Engine,
  Followed,
  Heard,
  LegacyFacts,
  Library,
  LogReader,
  Persistence,
  Prepared,
  StoredMeta,
  Wishes,
} from '../engine.ts';
import type { Recorder } from '../log/recorder.ts';
import type { Way } from '../transport/ways.ts';
import { Connections } from './connections.ts';
import { CurrentLog } from './current-log.ts';
import type { EngineParts } from './engine-parts.ts';
import { Keeping } from './keeping.ts';
import type { ServerRequestHandler } from './legacy/server-requests.ts';
import { ListedTools } from './listed-tools.ts';
import { exported, openLibrary } from './open-library.ts';
import { freshRecording, type TabRecording } from './recording-of-tab.ts';
import { begin, resume } from './resume.ts';
import { listTools } from './server-client.ts';
import { TabShare } from './tab-share.ts';
import { TaskClient } from './task-client.ts';

/** The engine: the log, what is folded from it, and the clients that write to it. */
export class EngineClient implements Engine {
  readonly #parts: EngineParts;
  readonly #log: CurrentLog;
  readonly #keeping: Keeping;
  readonly #share: TabShare;
  readonly #listed = new ListedTools();
  readonly #connections: Connections;
  #tasks: TaskClient;

  constructor(parts: EngineParts, recording: TabRecording) {
    const { sender, app, locks } = parts;
    this.#parts = parts;
    this.#log = new CurrentLog(sender.recorder.log);
    this.#connections = new Connections(sender, locks, parts.ways, () => this.#tasks);
    this.#tasks = new TaskClient(sender, locks, this.#listed, this.#connections.sessions);
    this.#share = new TabShare({
      sender,
      channel: parts.channel,
      news: (endpoint, taskId) => this.#tasks.noticed(endpoint, taskId),
    });
    if (recording.stored === undefined) begin(sender, app);
    else resume(sender, this.#tasks, recording.stored, app);
    this.#keeping = new Keeping(
      { ...parts, clock: sender.clock, endpoint: () => this.endpoint, changed: () => this.#log.touch() },
      recording,
    );
  }

  /** Storage was taken away while in use. */
  storageLost(reason: string): void {
    this.#keeping.lost(reason);
  }

  get log(): LogReader {
    return this.#log;
  }

  get clock(): Clock {
    return this.#parts.sender.clock;
  }

  get tab(): string {
    return this.#recorder.tab;
  }

  get endpoint(): string | undefined {
    return this.#parts.sender.world().connected;
  }

  world(n?: number): World {
    return this.#parts.sender.world(n);
  }

  mono(): number {
    return this.#recorder.mono();
  }

  persistence(): Persistence {
    return this.#keeping.state();
  }

  async connect(url: string, signal?: AbortSignal): Promise<Answered<Discovery>> {
    const found = await this.#connections.connect(url, signal);
    const { endpoint } = this;
    if (found.ok && signal?.aborted !== true && endpoint !== undefined) this.#parts.lab?.listen(endpoint);
    return found;
  }

  async authorise(endpoint: string, grant: Grant): Promise<Authorisation> {
    return (await this.#parts.authoriser()).begin(endpoint, grant);
  }

  async finishAuthorisation(endpoint: string, callback: string): Promise<Authorisation> {
    return (await this.#parts.authoriser()).finish(endpoint, callback);
  }

  async signOut(endpoint: string): Promise<void> {
    (await this.#parts.authoriser()).forget(endpoint);
  }

  isSignedIn(endpoint: string): boolean {
    return this.#parts.sender.credentials.get(endpoint) !== undefined;
  }

  answerServers(handler: ServerRequestHandler | undefined): void {
    this.#connections.answerServers(handler);
  }

  legacy(endpoint: string): LegacyFacts | undefined {
    return this.#connections.legacy(endpoint);
  }

  challenge(endpoint: string): Challenge | undefined {
    return this.#parts.sender.credentials.challenge(endpoint);
  }

  disconnect(): void {
    this.#connections.disconnect();
  }

  way(endpoint: string): Way {
    return this.#parts.ways.way(endpoint);
  }

  outgoing({ endpoint, headers, text, without }: Prepared, composed?: true): readonly HeaderPair[] {
    const signed = this.#parts.sender.credentials.sign(endpoint, headers);
    return this.#parts.ways.shown(endpoint, signed, text, composed && { without });
  }

  discover(endpoint: string): Promise<Answered<Discovery>> {
    return this.#connections.discover(endpoint);
  }

  async listTools(endpoint: string): ReturnType<Engine['listTools']> {
    const cause = this.#recorder.action('list-tools', endpoint);
    const listed = await listTools(this.#parts.sender, endpoint, cause, (params) =>
      this.#tasks.prepareRequest(endpoint, 'tools/list', params),
    );
    if (listed.ok) this.#listed.remember(endpoint, listed.value);
    return listed;
  }

  prepareRequest(endpoint: string, method: string, params: JsonObject, id?: RequestId): Prepared {
    return this.#tasks.prepareRequest(endpoint, method, params, id);
  }

  request(prepared: Prepared): Promise<Answered<JsonObject>> {
    return this.#tasks.request(prepared);
  }

  compose(prepared: Prepared, signal?: AbortSignal): Promise<Heard> {
    return this.#tasks.compose(prepared, signal);
  }

  prepareCall(...args: Parameters<Engine['prepareCall']>): Prepared {
    return this.#tasks.prepareCall(...args);
  }

  prepareUpdate(endpoint: string, taskId: string, responses: InputResponses, id?: RequestId): Prepared {
    return this.#tasks.prepareUpdate(endpoint, taskId, responses, id);
  }

  prepareCancel(endpoint: string, taskId: string, id?: RequestId): Prepared {
    return this.#tasks.prepareCancel(endpoint, taskId, id);
  }

  call(prepared: Prepared): ReturnType<Engine['call']> {
    return this.#tasks.call(prepared);
  }

  update(prepared: Prepared): Promise<Answered<JsonObject>> {
    return this.#tasks.update(prepared);
  }

  cancel(prepared: Prepared): Promise<Answered<JsonObject>> {
    return this.#tasks.cancel(prepared);
  }

  attach(endpoint: string, taskId: string): void {
    this.#tasks.attach(endpoint, taskId);
  }

  forget = (endpoint: string, taskId: string): void => this.#tasks.forget(endpoint, taskId);
  restore = (endpoint: string, taskId: string): void => this.#tasks.restore(endpoint, taskId);
  refresh = (endpoint: string, taskId: string): void => this.#tasks.refresh(endpoint, taskId);

  note(endpoint: string, data: JsonObject): void {
    this.#recorder.write({ kind: 'note', endpoint, data });
  }

  setPush(endpoint: string, taskId: string, on: boolean): void {
    this.#tasks.setPush(endpoint, taskId, on);
  }

  follow(endpoint: string, what: Followed, on: boolean): void {
    this.#tasks.follow(endpoint, what, on);
  }

  followed(endpoint: string): readonly Followed[] {
    return this.#tasks.followed(endpoint);
  }

  wish(endpoint: string, wishes: Wishes): void {
    this.#recorder.action('wish', endpoint, { ...wishes });
    this.#listed.wishes.set(endpoint, wishes);
  }

  wishes(endpoint: string): Wishes {
    return this.#listed.wishes.get(endpoint) ?? {};
  }

  async startNewRecording(): Promise<void> {
    const { sender, app, locks } = this.#parts;
    const { endpoint } = this;
    this.#tasks.close();
    const recording = await freshRecording(this.#parts, this.tab);
    sender.record(recording.recorder);
    this.#tasks = new TaskClient(sender, locks, this.#listed, this.#connections.sessions);
    this.#share.follow();
    begin(sender, app);
    if (endpoint !== undefined) this.#recorder.action('connect', endpoint);
    this.#log.show(recording.recorder.log);
    await this.#keeping.change(recording);
  }

  recordings(): Promise<readonly StoredMeta[]> {
    return this.#keeping.list();
  }

  deleteRecording(id: string): ReturnType<Engine['deleteRecording']> {
    return this.#keeping.remove(id);
  }

  get lab(): Engine['lab'] {
    return this.#parts.lab?.get;
  }

  library(): Promise<Library> {
    return openLibrary({ ...this.#parts, keeping: this.#keeping });
  }

  exportRecording(): string {
    return exported(this.#recorder, this.#keeping.startedAt);
  }

  async close(): Promise<void> {
    this.#tasks.close();
    this.#parts.lab?.close();
    this.#connections.sessions.close();
    this.#share.close();
    await this.#keeping.close();
  }

  get #recorder(): Recorder {
    return this.#parts.sender.recorder;
  }
}
