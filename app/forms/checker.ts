import type { JsonObject, JsonValue } from '../../server/protocol/json.ts';
import { problemsOf } from './full-problems.ts';
import { COMPILE_MS, FULL_CHECK_MS, WORKER_START_MS } from './limits.ts';
import type { Checked } from './problem.ts';
import type { CheckRequest, WorkerMessage } from './worker-messages.ts';

/** Checks a value with everything the schema says. Never rejects: what went wrong is `refused`. */
export type FullCheck = (schema: JsonObject, value: JsonValue) => Promise<Checked>;

/** What of a Worker is used; tests bring their own. */
export interface WorkerLike {
  post(request: CheckRequest): void;
  kill(): void;
  /** Sets who is told; the last call counts. */
  listen(onMessage: (message: WorkerMessage) => void, onError: (reason: string) => void): void;
}

export interface CheckerParts {
  readonly newWorker: () => WorkerLike;
  /** Runs `done` after `ms`; the result takes it back. */
  readonly timer: (ms: number, done: () => void) => () => void;
}

const SLOW =
  `the check took longer than ${FULL_CHECK_MS} ms and was stopped; a pattern in the schema may never end ` +
  'on this text';

/**
 * The checker: one worker, one check at a time. A check that takes longer than FULL_CHECK_MS is refused and its worker is
 * killed; the next check gets a new one. The clock starts when the schema is compiled: on a slow machine loading and compiling
 * take longer than any honest check, and they have limits of their own.
 */
export function createChecker({ newWorker, timer }: CheckerParts): FullCheck {
  let worker: WorkerLike | undefined;
  let nextId = 1;
  let last: Promise<unknown> = Promise.resolve();

  function start(): Promise<WorkerLike | string> {
    if (worker) return Promise.resolve(worker);
    return new Promise((resolve) => {
      let made: WorkerLike;
      try {
        made = newWorker();
      } catch (error) {
        resolve(`the validator could not start: ${error instanceof Error ? error.message : 'unknown'}`);
        return;
      }
      const fail = (reason: string): void => {
        stop();
        made.kill();
        resolve(reason);
      };
      const stop = timer(WORKER_START_MS, () => fail('the validator did not load'));
      made.listen(
        (message) => {
          if (message.kind !== 'ready') return;
          stop();
          worker = made;
          resolve(made);
        },
        (reason) => fail(`the validator could not start: ${reason}`),
      );
    });
  }

  async function check(schema: JsonObject, value: JsonValue): Promise<Checked> {
    const started = await start();
    if (typeof started === 'string') return { problems: [], refused: started };
    const id = nextId;
    nextId += 1;
    return new Promise((resolve) => {
      let stop: () => void;
      const end = (checked: Checked): void => {
        stop();
        resolve(checked);
      };
      const kill = (reason: string): void => {
        started.kill();
        worker = undefined;
        end({ problems: [], refused: reason });
      };
      stop = timer(COMPILE_MS, () => kill('the schema took too long to compile'));
      started.listen((message) => {
        if (message.kind === 'ready' || message.id !== id) return;
        if (message.kind === 'running') {
          stop();
          stop = timer(FULL_CHECK_MS, () => kill(SLOW));
        } else if (message.kind === 'checked') end({ problems: problemsOf(message.problems, value) });
        else end({ problems: [], refused: `the schema could not be compiled: ${message.reason}` });
      }, kill);
      started.post({ id, schema, value });
    });
  }

  return (schema, value) => {
    const result = last.then(() => check(schema, value));
    last = result;
    return result;
  };
}

function validatorWorker(): WorkerLike {
  const worker = new Worker(new URL('./validator.worker.ts', import.meta.url), {
    type: 'module',
    name: 'validator',
  });
  return {
    post: (request) => worker.postMessage(request),
    kill: () => worker.terminate(),
    listen: (onMessage, onError) => {
      worker.onmessage = (event: MessageEvent<WorkerMessage>) => onMessage(event.data);
      worker.onerror = (event) => onError(event.message || 'its file was not loaded');
    },
  };
}

/** The page's checker, made when first asked for. */
let shared: FullCheck | undefined;

/** Checks in the page's one validator worker. */
export const fullCheck: FullCheck = (schema, value) => {
  shared ??= createChecker({
    newWorker: validatorWorker,
    timer: (ms, done) => {
      const handle = setTimeout(done, ms);
      return () => clearTimeout(handle);
    },
  });
  return shared(schema, value);
};
