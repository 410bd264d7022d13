import type { LabWorkerView, WorkerAction } from '../protocol/lab.ts';
import type { FaultSwitch } from './hosted-demo.ts';
import type { HostedWorker } from './hosted-worker.ts';

/** A worker that the lab steers, here or in another process. */
export interface LabWorker {
  /** The replica's name; null where there is one server. */
  readonly server: string | null;
  /** @returns whether a step was due, for `step` alone. Rejects where its process does not answer */
  act(action: WorkerAction): Promise<boolean>;
  view(): Promise<LabWorkerView>;
}

/** The worker of this process. */
export function ownWorker(worker: HostedWorker): LabWorker {
  return {
    server: null,
    act: (action) => act(worker, action),
    view: async () => ({ server: null, ...worker.view() }),
  };
}

/** Does `action` to a worker of this process. */
export async function act(worker: HostedWorker, action: WorkerAction): Promise<boolean> {
  switch (action) {
    case 'pause':
      await worker.stop();
      return false;
    case 'run':
      worker.start();
      return false;
    case 'step':
      return await worker.step();
    case 'kill':
      worker.kill('now');
      return false;
    case 'kill-at-commit':
      worker.kill('at-commit');
      return false;
    case 'replace':
      worker.replace();
      return false;
  }
}

/** A server that the lab breaks, here or in another process. */
export interface LabServer {
  /** The replica's name; null where there is one server. */
  readonly server: string | null;
  readonly faults: FaultSwitch;
  /** It dies at once, and is back after `downMs` of real time. */
  kill(downMs: number): Promise<void>;
}
