import type { Clock } from '../ports/clock.ts';
import { HEADER } from '../protocol/headers.ts';
import { methodFacts } from '../protocol/methods.ts';
import { Attempt } from './attempt.ts';
import { takeBody } from './body.ts';
import { learner } from './learn.ts';
import { passing } from './passing.ts';
import { brokenOff, busy, clientGone, noneUp, notServed, tooLarge, tooLate } from './refusals.ts';
import { NotTaken, type Replica } from './replica.ts';
import { type RequestRow, RequestTable } from './request-table.ts';
import { type ReplicaRow, Roster } from './roster.ts';
import { type RouteRow, RouteTable } from './route-table.ts';
import { type Routing, routedTask } from './routing.ts';
import { LegacySessions } from './sessions.ts';

export interface GatewayOptions {
  /** Servers on one store; names are unique. */
  readonly replicas: readonly Replica[];
  readonly clock: Clock;
  /** How requests about a task find their replica; may be changed later. Default `by-task`. */
  readonly routing?: Routing;
  /** How long a route is kept after its task has ended and its TTL has passed, ms: the servers' own retention. */
  readonly retentionMs?: number;
  /** The most routes that are kept (default 10000). */
  readonly mostRoutes?: number;
  /** The most requests under way (default 10000); more are answered 503. */
  readonly mostRequests?: number;
  /** The servers' limit on a request's body, bytes (default 4 MB): a larger one is answered 413. */
  readonly mostBytes?: number;
  /** Prints a line for the person. */
  readonly say?: (line: string) => void;
  /** Lets a page read what the gateway answers by itself, as it may read the replicas' answers; left out, no page can. */
  readonly readable?: (request: Request, response: Response) => Response;
}

/** "Forbidden methods" of the Fetch standard: a request with one of them cannot be made. */
const FORBIDDEN: ReadonlySet<string> = new Set(['CONNECT', 'TRACE', 'TRACK']);

/** Everything that the gateway knows, for the lab: a copy that nothing changes. */
export interface GatewayView {
  readonly routing: Routing;
  readonly replicas: readonly ReplicaRow[];
  readonly requests: readonly RequestRow[];
  readonly routes: readonly RouteRow[];
}

export interface Gateway {
  /** Serves one request through one of the replicas. Never rejects. */
  fetch(request: Request): Promise<Response>;
  route(routing: Routing): void;
  view(): GatewayView;
}

/** How long a replica may take to begin an answer, ms. What may be asked again goes to another one then. */
const REPEATABLE_MS = 15_000;
/** What must not be asked twice may take as long as the longest tool that answers without a task. */
const ONCE_MS = 300_000;

/**
 * A gateway in front of replicas that share a store. It keeps two tables apart (R55): requests, each until its response ends, and
 * task routes, each until its task has ended and its retention is over. A route is a shortcut: any replica serves any task (R6),
 * so a replica that is down costs its routes nothing. It decides nothing about tasks and checks nobody's rights: the replicas do.
 */
export function createGateway(options: GatewayOptions): Gateway {
  const {
    clock,
    mostBytes = 4 * 1024 * 1024,
    readable = (_request, response) => response,
    say = () => {},
  } = options;
  const roster = new Roster(options.replicas);
  const requests = new RequestTable(options.mostRequests ?? 10_000);
  const routes = new RouteTable({
    limit: options.mostRoutes ?? 10_000,
    retentionMs: options.retentionMs ?? 600_000,
  });
  const sessions = new LegacySessions(options.mostRoutes ?? 10_000);
  let routing: Routing = options.routing ?? 'by-task';

  const pass = (from: Replica, response: Response, { row, taskId, request }: Coordinated): Response => {
    roster.answered(from.name);
    sessions.learn(response.headers, from.name);
    requests.note(row, { phase: 'answering' });
    if (taskId !== undefined) routes.served(taskId, from.name, clock.now());
    const looking = learner(response.headers.get('content-type'), (task) =>
      routes.learn(task, from.name, clock.now()),
    );
    const brokeOff = (): string => {
      const line = `Replica ${from.name} broke off in the middle of an answer.`;
      // One line for all the streams that it had: the first of them marks it as down.
      if (roster.failed(from.name, clock.mono())) say(line);
      return line;
    };
    return passing(response, request.signal, looking, brokeOff, () => requests.close(row));
  };

  const serve = async (coordinated: Coordinated): Promise<Response> => {
    const { row, taskId, request } = coordinated;
    const refuse = (response: Response): Response => {
      requests.close(row);
      return readable(request, response);
    };
    const body = await takeBody(request, mostBytes);
    if (body === 'too-large') return refuse(tooLarge(mostBytes));
    const method = request.headers.get(HEADER.method);
    const again = request.method !== 'POST' || (method !== null && mayRepeat(method));
    const route =
      routing === 'by-task' && taskId !== undefined ? routes.find(taskId, clock.now())?.replica : undefined;
    const home = route ?? sessions.homeOf(request.headers);
    const passedOver: string[] = [];
    for (const replica of roster.order(home, clock.mono())) {
      const because = replica.name === home ? 'route' : passedOver.length > 0 ? 'others down' : 'turn';
      requests.note(row, { replica: replica.name, because, passedOver: [...passedOver] });
      const attempt = new Attempt(clock, again ? REPEATABLE_MS : ONCE_MS, request.signal);
      try {
        const response = await attempt.wait(replica.fetch(copyOf(request, body, attempt.signal)));
        return pass(replica, response, coordinated);
      } catch (error) {
        if (request.signal.aborted) return refuse(clientGone());
        roster.failed(replica.name, clock.mono());
        passedOver.push(replica.name);
        if (error instanceof NotTaken || again) continue;
        return refuse(attempt.late ? tooLate(body) : brokenOff(body));
      } finally {
        attempt.over();
      }
    }
    return refuse(noneUp(body));
  };

  return {
    async fetch(request) {
      // It would fail at each replica, and count as the failure of each.
      if (FORBIDDEN.has(request.method.toUpperCase())) return readable(request, notServed(request.method));
      const taskId = routedTask(request.headers);
      const method = request.headers.get(HEADER.method) ?? request.method;
      const row = requests.open(method, taskId ?? null, clock.now());
      if (row === undefined) return readable(request, busy());
      try {
        return await serve({ request, row, taskId });
      } catch {
        // The client's own connection broke while its request was read.
        requests.close(row);
        return clientGone();
      }
    },
    route(to) {
      routing = to;
    },
    view: () => ({
      routing,
      replicas: roster.rows(clock.mono()),
      requests: requests.rows(),
      routes: routes.rows(clock.now()),
    }),
  };
}

/** A request with its row in the table. */
interface Coordinated {
  readonly request: Request;
  readonly row: number;
  readonly taskId: string | undefined;
}

/**
 * Whether a second replica may be asked where the first may have had the request. Updates and cancels change nothing the second
 * time (R44, R50); a call, and what is not known here, might.
 */
function mayRepeat(method: string): boolean {
  return methodFacts(method) !== undefined && method !== 'tools/call';
}

function copyOf(
  { url, method, headers }: Request,
  body: Uint8Array<ArrayBuffer> | undefined,
  signal: AbortSignal,
): Request {
  return new Request(url, { method, headers, signal, ...(body === undefined ? {} : { body }) });
}
