import { CODES, TASKS_EXTENSION } from '../../../server/protocol/codes.ts';
import { type JsonValue, own, parseJson } from '../../../server/protocol/json.ts';

/** What came back of a composed request. */
export interface Came {
  /** HTTP status; undefined where there was no answer. */
  readonly status: number | undefined;
  /** The response as it came; undefined where none came. */
  readonly text: string | undefined;
  /** Standard streams have no status. */
  readonly http: boolean;
}

/** One thing that the answer had to be, and whether it was. */
export interface Check {
  readonly rule: string;
  readonly ok: boolean;
  /** What was there, where it was something else. */
  readonly found: string;
}

/** The parts of a response that rules look at. */
class Response {
  readonly came: Came;
  readonly value: JsonValue | undefined;
  readonly isEmpty: boolean;

  constructor(came: Came) {
    this.came = came;
    this.isEmpty = came.text === undefined || came.text.trim() === '';
    const parsed = parseJson(came.text ?? '');
    this.value = parsed.ok ? parsed.value : undefined;
  }

  get code(): JsonValue | undefined {
    return own(own(this.value, 'error'), 'code');
  }

  get hasResult(): boolean {
    return own(this.value, 'result') !== undefined;
  }

  /** In a few words, for a rule that was broken. */
  get words(): string {
    const { status, http } = this.came;
    const head = http ? `HTTP ${status ?? 'nothing'}` : '';
    const body = this.isEmpty
      ? 'an empty body'
      : this.code !== undefined
        ? `error ${String(this.code)}`
        : this.hasResult
          ? 'a result'
          : 'a body that is no response';
    return head === '' ? body : `${head}, ${body}`;
  }
}

function status(response: Response, wanted: number, words: string): Check[] {
  const { came } = response;
  if (!came.http) return [];
  const found = came.status === undefined ? 'no answer' : `HTTP ${came.status}`;
  return [{ rule: `HTTP ${wanted} ${words}`, ok: came.status === wanted, found }];
}

function code(response: Response, wanted: number, name: string): Check {
  return { rule: `error ${wanted} (${name})`, ok: response.code === wanted, found: response.words };
}

/** Refused with HTTP 400 and this error code. */
export function refusedWith(came: Came, wanted: number, name: string): Check[] {
  const response = new Response(came);
  return [...status(response, 400, 'Bad Request'), code(response, wanted, name)];
}

/** -32021, with the tasks extension among the required capabilities. */
export function needsTasks(came: Came): Check[] {
  const response = new Response(came);
  const required = own(own(own(own(response.value, 'error'), 'data'), 'requiredCapabilities'), 'extensions');
  return [
    ...refusedWith(came, CODES.missingCapability, 'MissingRequiredClientCapability'),
    {
      rule: `data.requiredCapabilities names ${TASKS_EXTENSION}`,
      ok: own(required, TASKS_EXTENSION) !== undefined,
      found: 'it does not',
    },
  ];
}

/** A call that did not declare the extension: anything but a task. */
export function noTask(came: Came): Check[] {
  const response = new Response(came);
  const type = own(own(response.value, 'result'), 'resultType');
  return [
    { rule: 'no resultType "task"', ok: type !== 'task', found: 'resultType "task"' },
    {
      rule: 'an answer all the same, or error -32021',
      ok: response.hasResult || response.code === CODES.missingCapability,
      found: response.words,
    },
  ];
}

/** -32022, with the versions that there are and the one that was asked for. */
export function unsupported(came: Came, asked: string): Check[] {
  const response = new Response(came);
  const data = own(own(response.value, 'error'), 'data');
  return [
    ...refusedWith(came, CODES.unsupportedVersion, 'UnsupportedProtocolVersion'),
    {
      rule: 'data.supported lists versions',
      ok: Array.isArray(own(data, 'supported')),
      found: 'it does not',
    },
    { rule: `data.requested is ${asked}`, ok: own(data, 'requested') === asked, found: 'it is not' },
  ];
}

/** The answer to a request that is in order: a response of its own, with its id. @param id JSON text */
export function answered(came: Came, id: string | undefined): Check[] {
  const response = new Response(came);
  const found = own(response.value, 'id');
  const error = response.code;
  const broken = error === CODES.parse || error === CODES.invalidRequest;
  return [
    {
      rule: 'a response: a result or an error of its own',
      ok: (response.hasResult || error !== undefined) && !broken,
      found: response.words,
    },
    {
      rule: `its id is ${id ?? 'that of the request'}`,
      ok: JSON.stringify(found) === id,
      found: JSON.stringify(found) ?? 'no id',
    },
  ];
}

/** The answer to a notification: 202 with nothing, or a refusal; never a response with an id. */
export function unanswered(came: Came): Check[] {
  const response = new Response(came);
  if (!came.http) return [{ rule: 'no response', ok: response.isEmpty, found: response.words }];
  const refused = (came.status ?? 0) >= 400;
  return [
    {
      rule: 'HTTP 202 Accepted, or an HTTP error',
      ok: came.status === 202 || refused,
      found: response.words,
    },
    {
      rule: refused ? 'no result, and no id in the body' : 'no body',
      ok: refused ? !response.hasResult && own(response.value, 'id') === undefined : response.isEmpty,
      found: response.words,
    },
  ];
}

/** The answer to what is no JSON: -32700, and no id, because none could be read. */
export function unparsed(came: Came): Check[] {
  const id = own(new Response(came).value, 'id');
  return [
    ...refusedWith(came, CODES.parse, 'Parse error'),
    { rule: 'no id', ok: id === undefined || id === null, found: JSON.stringify(id) ?? '' },
  ];
}

/** HTTP 403. */
export function forbidden(came: Came): Check[] {
  const response = new Response(came);
  return [
    ...status(response, 403, 'Forbidden'),
    { rule: 'no result', ok: !response.hasResult, found: response.words },
  ];
}
