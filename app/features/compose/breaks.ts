import { CODES, TASKS_EXTENSION } from '../../../server/protocol/codes.ts';
import { HEADER, type HeaderPair } from '../../../server/protocol/headers.ts';
import { META } from '../../../server/protocol/meta.ts';
import { methodFacts } from '../../../server/protocol/methods.ts';
import { textAt, withAt, withoutAt } from '../../engine/index.ts';
import {
  answered,
  type Came,
  type Check,
  forbidden,
  needsTasks,
  noTask,
  refusedWith,
  unanswered,
  unparsed,
  unsupported,
} from './rules.ts';

/** What a break needs to know of where it is used. */
export interface Surroundings {
  readonly method: string;
  readonly generation: 'current' | 'legacy';
  readonly way: 'direct' | 'bridged' | 'stdio';
  /** JSON text of the id that was used last; undefined where none was. */
  readonly lastId: string | undefined;
}

/** One thing that can be broken on purpose, what a conforming server must make of it, and how its answer is judged. */
export interface Break {
  readonly id: string;
  readonly label: string;
  /** What a conforming server must answer. */
  readonly must: (around: Surroundings) => string;
  readonly link: string;
  /** Why it cannot be broken here; undefined where it can. */
  readonly whyNot?: (around: Surroundings) => string | undefined;
  readonly text?: (text: string, around: Surroundings) => string;
  readonly headers?: (headers: readonly HeaderPair[]) => readonly HeaderPair[];
  /** @param sent the text that went out */
  readonly judge: (came: Came, sent: string, around: Surroundings) => readonly Check[];
}

const SPEC = 'https://modelcontextprotocol.io/specification/2026-07-28/basic';
const TASKS = 'https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/draft/tasks.md';

/** A version that no server speaks. */
export const NO_VERSION = '1999-12-31';
const META_PATH = ['params', '_meta'];

const currentOnly = ({ generation }: Surroundings): string | undefined =>
  generation === 'current' ? undefined : 'A request of 2025-11-25 has no such part.';

function isTaskMethod(method: string): boolean {
  return method === 'subscriptions/listen' || methodFacts(method)?.needsTasks === true;
}

/** Nothing is broken: the rules of any answer. */
export const NOTHING: Break = {
  id: 'nothing',
  label: 'Nothing: send it as it stands',
  must: () => 'A response with the id of the request: a result, or an error that says what is wrong.',
  link: `${SPEC}#responses`,
  judge: (came, sent) =>
    textAt(sent, ['id']) === undefined ? unanswered(came) : answered(came, textAt(sent, ['id'])),
};

export const BREAKS: readonly Break[] = [
  NOTHING,
  {
    id: 'meta',
    label: 'Leave out _meta',
    must: () => 'HTTP 400 and -32602: version and capabilities are required on every request.',
    link: `${SPEC}#_meta`,
    whyNot: currentOnly,
    text: (text) => withoutAt(text, META_PATH),
    judge: (came) => refusedWith(came, CODES.invalidParams, 'Invalid params'),
  },
  {
    id: 'extension',
    label: 'Leave out the tasks extension',
    must: ({ method }) =>
      isTaskMethod(method)
        ? 'HTTP 400 and -32021, naming the extension: it was not declared on this very request.'
        : 'A result that is no task, or -32021: a task is never sent to who did not declare the extension.',
    link: `${TASKS}#capability-negotiation`,
    whyNot: (around) =>
      currentOnly(around) ??
      (around.method === 'tools/call' || isTaskMethod(around.method)
        ? undefined
        : 'It changes nothing for this method: choose tools/call or one of tasks/*.'),
    text: (text) => withoutAt(text, [...META_PATH, META.clientCapabilities, 'extensions', TASKS_EXTENSION]),
    judge: (came, _sent, { method }) => (isTaskMethod(method) ? needsTasks(came) : noTask(came)),
  },
  {
    id: 'version',
    label: `Ask for version ${NO_VERSION}`,
    must: () => 'HTTP 400 and -32022, with the versions that it supports and the one that was asked for.',
    link: `${SPEC}/transports/streamable-http#protocol-version-header`,
    whyNot: currentOnly,
    text: (text) => withAt(text, [...META_PATH, META.protocolVersion], JSON.stringify(NO_VERSION)),
    judge: (came) => unsupported(came, NO_VERSION),
  },
  {
    id: 'name',
    label: 'Send a wrong Mcp-Name',
    must: () => 'HTTP 400 and -32020: the header has to mirror the body.',
    link: `${SPEC}/transports/streamable-http#server-validation`,
    whyNot: (around) =>
      around.way === 'stdio'
        ? 'A process has no headers.'
        : (currentOnly(around) ??
          (methodFacts(around.method)?.nameFrom === undefined ? 'This method has no Mcp-Name.' : undefined)),
    headers: (headers) =>
      headers.map((pair) =>
        pair[0].toLowerCase() === HEADER.name.toLowerCase() ? [pair[0], 'another'] : pair,
      ),
    judge: (came) => refusedWith(came, CODES.headerMismatch, 'HeaderMismatch'),
  },
  {
    id: 'same-id',
    label: 'Use the id of the last request again',
    must: () => 'A response of its own, with that id: no state is kept, so an id that was answered is free.',
    link: `${SPEC}#requests`,
    whyNot: ({ lastId }) => (lastId === undefined ? 'No request with an id was sent before.' : undefined),
    text: (text, { lastId }) => (lastId === undefined ? text : withAt(text, ['id'], lastId)),
    judge: (came, sent) => answered(came, textAt(sent, ['id'])),
  },
  {
    id: 'no-id',
    label: 'Leave out the id: a notification',
    must: () => 'HTTP 202 with no body, or an HTTP error: never a response. Nothing is made or changed.',
    link: `${SPEC}/transports/streamable-http#sending-messages`,
    text: (text) => withoutAt(text, ['id']),
    judge: (came) => unanswered(came),
  },
  {
    id: 'json',
    label: 'Break the JSON: cut off its last brace',
    must: () => 'HTTP 400 and -32700, without an id: none could be read.',
    link: `${SPEC}#error-codes`,
    whyNot: ({ way }) =>
      way === 'stdio' ? 'What a process says to it could not be told from anything else.' : undefined,
    text: (text) => text.slice(0, Math.max(0, text.lastIndexOf('}'))),
    judge: (came) => unparsed(came),
  },
  {
    id: 'origin',
    label: 'Come from a foreign Origin',
    must: () =>
      'HTTP 403: an Origin that is not its own is refused, or any web page could use a local server.',
    link: `${SPEC}/transports/streamable-http#security-%26-endpoint`,
    whyNot: ({ way }) =>
      way === 'bridged'
        ? undefined
        : way === 'stdio'
          ? 'A process has no headers.'
          : 'The browser writes Origin by itself. Choose the bridge in the endpoint’s options to send another.',
    headers: (headers) => [
      ...headers.filter(([name]) => name.toLowerCase() !== 'origin'),
      ['Origin', 'http://foreign.example'],
    ],
    judge: (came) => forbidden(came),
  },
];
