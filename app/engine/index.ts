// The only door of the engine. Views need nothing else of it but the shapes in derive/.
export type { CancelTimer, Clock } from '../../server/ports/clock.ts';
export type { Ids } from '../../server/ports/ids.ts';
export type { CacheHints, Discovery, ListedTool } from '../../server/protocol/discovery.ts';
export type { HeaderPair } from '../../server/protocol/headers.ts';
export type { ElicitResult, FormQuestion, InputResponses } from '../../server/protocol/inputs.ts';
export type { JsonObject, JsonValue } from '../../server/protocol/json.ts';
export type { RequestId } from '../../server/protocol/jsonrpc.ts';
export type { Problem, ProblemKind } from '../../server/protocol/problem.ts';
export type { EventKind, LogEvent } from '../../server/protocol/recording.ts';
export { stdioName } from '../../server/protocol/stdio-endpoint.ts';
export type { TaskStatus } from '../../server/protocol/task.ts';
export type { Authorisation, Challenge, Grant, RegisteredClient, SecretMemory } from './authorisation.ts';
export { createEngine } from './client/create-engine.ts';
export type { ServerRequest, ServerRequestHandler } from './client/legacy/server-requests.ts';
export type { Locks } from './client/locks.ts';
export type { EngineOptions } from './client/options.ts';
export type { Channel, PageLife, TabMemory } from './client/page.ts';
export { lockOf as recordingLock } from './client/recording-of-tab.ts';
export { isRepeatable, prepareRepeat } from './client/repeat.ts';
export { prepareRetry } from './client/retry.ts';
export type { Gap, TrueHistory } from './derive/gaps.ts';
export * from './derive/model.ts';
export { diffByPath, type PathChange } from './derive/paths.ts';
export {
  exchangesOf,
  isAlive,
  type OpenQuestion,
  openQuestions,
  type PollTiming,
  pollTiming,
  tasksAlive,
} from './derive/select.ts';
export { shownHeaders } from './derive/shown-headers.ts';
export type {
  Answered,
  CallOutcome,
  Deleted,
  Engine,
  Followed,
  Heard,
  Lab,
  LabConnection,
  LegacyFacts,
  Library,
  ListCut,
  LoadedRecording,
  LogReader,
  Persistence,
  Prepared,
  RetryAnswers,
  StoredMeta,
  Wishes,
} from './engine.ts';
export { asTyped, type TypedText, textAt, withAt, withoutAt } from './json/edit.ts';
export {
  PRETTY_LIMITS,
  type Pretty,
  type PrettyLine,
  type PrettySegment,
  pretty,
  prettyJson,
} from './json/pretty.ts';
export { JsonTree } from './json/tree.ts';
export type { LabAck, LabPort, OpenLab } from './lab.ts';
export { writeRecording } from './log/codec.ts';
export { readEndpoint, requestLine } from './log/endpoint-url.ts';
export type { Fetch } from './transport/direct.ts';
export { labSocket } from './transport/lab-socket.ts';
export {
  type EndpointSettings,
  type GenerationChoice,
  NO_SETTINGS,
  type OwnHeader,
  type Way,
  type WayChoice,
} from './transport/ways.ts';
