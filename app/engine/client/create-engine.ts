import { NO_SECRETS } from '../authorisation.ts';
import { BrowserClock } from '../clock/browser-clock.ts';
import { RandomIds } from '../clock/random-ids.ts';
import type { Engine } from '../engine.ts';
import { openIndexedStorage } from '../log/indexed-storage.ts';
import type { RecordingStorage } from '../log/recording-storage.ts';
import { bridgeWay } from '../transport/bridge-way.ts';
import { direct, platformFetch } from '../transport/direct.ts';
import { tap } from '../transport/tap.ts';
import { tapByWays } from '../transport/tap-by-ways.ts';
import { TAP_LIMITS } from '../transport/tap-limits.ts';
import { NO_SETTINGS, Ways } from '../transport/ways.ts';
import { EngineClient } from './engine-client.ts';
import { lazyAuthoriser } from './lazy-authoriser.ts';
import { lazyLab } from './lazy-lab.ts';
import { browserLocks } from './locks.ts';
import type { EngineOptions } from './options.ts';
import { browserChannel, browserMemory, browserPage } from './page.ts';
import { recordingOfTab } from './recording-of-tab.ts';
import { Sender, TIMEOUTS } from './sender.ts';

/**
 * Makes an engine: resumes the recording of this tab (and its tasks with it), or begins a fresh one. Never throws for lack of
 * storage: then `persistence()` says why nothing is kept.
 */
export async function createEngine(options: EngineOptions = {}): Promise<Engine> {
  const clock = options.clock ?? new BrowserClock();
  const ids = options.ids ?? new RandomIds();
  let engine: EngineClient | undefined;
  const opened = await openStorage(options, (reason) => engine?.storageLost(reason));
  const parts = {
    ...opened,
    clock,
    ids,
    locks: options.locks ?? browserLocks(),
    memory: options.memory ?? browserMemory(),
    channel: options.channel ?? browserChannel('taskscope:log'),
    page: options.page ?? browserPage(),
    app: options.app ?? 'taskscope',
  };
  const recording = await recordingOfTab(parts, ids.short());
  let leaving = false;
  parts.page.onChange((what) => {
    if (what !== 'hidden') leaving = what === 'leaving';
  });
  const ways = new Ways({
    direct: options.transport ?? direct(options.fetch ?? options.around?.(platformFetch)),
    bridge:
      options.bridge &&
      bridgeWay(options.bridge, (endpoint, from, text) =>
        sender.recorder.write({ kind: 'note', endpoint, data: { text, from } }),
      ),
    settings: options.settings ?? (() => NO_SETTINGS),
    memory: parts.memory,
  });
  const wire = tap({
    transport: ways.transport,
    clock,
    limits: { ...TAP_LIMITS, ...options.limits },
    leaving: () => leaving,
  });
  const sender = new Sender(
    tapByWays(wire, ways),
    clock,
    ids,
    recording.recorder,
    {
      ...TIMEOUTS,
      ...options.timeouts,
    },
    options.secrets,
  );
  const authoriser = lazyAuthoriser(sender, options.secrets ?? NO_SECRETS, parts.locks);
  const lab = lazyLab(sender, options.lab);
  engine = new EngineClient({ ...parts, sender, ways, authoriser, lab }, recording);
  return engine;
}

async function openStorage(
  options: EngineOptions,
  lost: (reason: string) => void,
): Promise<{ storage: RecordingStorage | undefined; withoutStorage: string | undefined }> {
  if (options.storage !== undefined)
    return { storage: options.storage ?? undefined, withoutStorage: undefined };
  try {
    return { storage: await openIndexedStorage(lost), withoutStorage: undefined };
  } catch (error) {
    const why = error instanceof Error ? error.message : 'unknown';
    return { storage: undefined, withoutStorage: `Nothing is saved: ${why}` };
  }
}
