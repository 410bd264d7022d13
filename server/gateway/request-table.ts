/** One request under way: the coordinator of one HTTP response, and nothing that outlives it (R2, R55). */
export interface RequestRow {
  readonly request: number;
  /** The MCP method as `Mcp-Method` names it, else the HTTP method. */
  readonly method: string;
  /** The task that the request is about, where a header says so. */
  readonly taskId: string | null;
  /** The replica that has it; null until one is tried. */
  readonly replica: string | null;
  /** Why that replica: its task's route, its turn, or that those before it could not be reached. */
  readonly because: 'route' | 'turn' | 'others down' | null;
  /** Replicas that were tried before and did not answer. */
  readonly passedOver: readonly string[];
  /** `answering` once the response has begun; a listen stays in it for as long as it is open. */
  readonly phase: 'waiting' | 'answering';
  /** ms since the epoch */
  readonly since: number;
}

/** The requests under way. A row is removed when its response ends, whatever became of a task that it made. */
export class RequestTable {
  readonly #limit: number;
  readonly #rows = new Map<number, RequestRow>();
  #last = 0;

  /** @param limit the most rows; each stands for an open connection */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** @returns the number of the row, or undefined where the table is full */
  open(method: string, taskId: string | null, since: number): number | undefined {
    if (this.#rows.size >= this.#limit) return undefined;
    this.#last += 1;
    const request = this.#last;
    const fresh = { replica: null, because: null, passedOver: [], phase: 'waiting' } as const;
    this.#rows.set(request, { request, method, taskId, since, ...fresh });
    return request;
  }

  /** Notes what is known by now; does nothing where the row has gone. */
  note(request: number, known: Partial<Omit<RequestRow, 'request' | 'method' | 'taskId' | 'since'>>): void {
    const row = this.#rows.get(request);
    if (row !== undefined) this.#rows.set(request, { ...row, ...known });
  }

  /** The response has ended. Twice is once. */
  close(request: number): void {
    this.#rows.delete(request);
  }

  /** Oldest first. */
  rows(): readonly RequestRow[] {
    return [...this.#rows.values()];
  }
}
