import { RECORDING_VERSION } from '../../../server/protocol/recording.ts';
import type { FoldedWorld } from '../derive/folded.ts';
import type { StoredRecording } from '../log/recording-storage.ts';
import { cutOff } from '../transport/wire-problems.ts';
import type { Sender } from './sender.ts';
import type { TaskClient } from './task-client.ts';

/** Writes the first event of a fresh recording. */
export function begin(sender: Sender, app: string): void {
  const data = { what: 'started', version: RECORDING_VERSION, app };
  sender.recorder.write({ kind: 'recording', data });
}

/**
 * Takes up a recording: says what came back, marks what was in flight as cut (nothing of it is sent again by itself), and polls and
 * listens on for every task that is neither ended nor gone nor forgotten.
 */
export function resume(sender: Sender, tasks: TaskClient, stored: StoredRecording, app: string): void {
  const { recorder } = sender;
  const before: FoldedWorld = sender.world();
  const known = [...before.tasks.values()].filter((task) => !task.forgotten);
  const cause = recorder.write({
    kind: 'recording',
    data: {
      what: 'resumed',
      version: RECORDING_VERSION,
      app,
      events: stored.events.length,
      tasks: known.length,
      lostTail: stored.lostTail,
    },
  });
  for (const exchange of before.exchanges)
    if (exchange.state === 'open' || exchange.state === 'streaming')
      recorder.write({
        kind: 'fail',
        endpoint: exchange.endpoint,
        exchange: exchange.id,
        cause,
        data: { ...cutOff(exchange.method) },
      });
  // What was left by `disconnect` stays left.
  for (const { endpoint, taskId, poll } of known)
    if (poll.kind !== 'stopped' || poll.why !== 'off') tasks.watch(endpoint, taskId, cause);
}
