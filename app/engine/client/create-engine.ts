import { RECORDING_VERSION } from '../../../server/protocol/recording.ts';
import { BrowserClock } from '../clock/browser-clock.ts';
import { RandomIds } from '../clock/random-ids.ts';
import type { Engine } from '../engine.ts';
import { LogStore } from '../log/log-store.ts';
import { Recorder } from '../log/recorder.ts';
import { direct } from '../transport/direct.ts';
import { tap } from '../transport/tap.ts';
import { TAP_LIMITS } from '../transport/tap-limits.ts';
import { EngineClient } from './engine-client.ts';
import { browserLocks } from './locks.ts';
import type { EngineOptions } from './options.ts';
import { Sender, TIMEOUTS } from './sender.ts';

/** Makes an engine: resumes the recording of this tab, or begins a fresh one. */
export async function createEngine(options: EngineOptions = {}): Promise<Engine> {
  const clock = options.clock ?? new BrowserClock();
  const ids = options.ids ?? new RandomIds();
  const locks = options.locks ?? browserLocks();
  const app = options.app ?? 'taskscope';
  const recorder = new Recorder(new LogStore(), clock, ids.short(), ids.short());
  recorder.write({ kind: 'recording', data: { what: 'started', version: RECORDING_VERSION, app } });
  const transport = options.transport ?? direct(options.fetch);
  const sender = new Sender(
    tap(transport, clock, { ...TAP_LIMITS, ...options.limits }),
    clock,
    ids,
    recorder,
    {
      ...TIMEOUTS,
      ...options.timeouts,
    },
  );
  return new EngineClient({ sender, locks, app });
}
