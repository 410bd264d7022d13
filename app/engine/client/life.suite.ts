import type { Engine } from '../engine.ts';
import { openIndexedStorage } from '../log/indexed-storage.ts';
import type { RecordingStorage } from '../log/recording-storage.ts';
import { noMemory } from './page.ts';
import { namedIds, type Script, scripted } from './scripted.suite.ts';
import { fakeBrowser } from './tabs.suite.ts';

/** One tab's life over reloads: the same session memory and database, each time a new page. */
export function life(script: Script) {
  const made = scripted(script);
  const browser = fakeBrowser();
  const memory = noMemory();
  let pages = 0;
  return {
    ...made,
    browser,
    memory,
    async page(
      tab = browser.tab(memory),
      saving?: (save: () => Promise<void>, end: boolean) => Promise<void>,
    ) {
      pages += 1;
      const ids = namedIds(`p${pages}-`);
      const opened = await openIndexedStorage(() => undefined);
      const storage: RecordingStorage = {
        ...opened,
        save: (meta, chunk) =>
          saving === undefined
            ? opened.save(meta, chunk)
            : saving(() => opened.save(meta, chunk), !meta.open),
      };
      let engine: Engine | undefined;
      void made.engine({ ...tab, ids, storage }).then((ready) => (engine = ready));
      // Only what is waited for takes time: a lock that is still held, a write that is still on its way.
      for (let i = 0; engine === undefined && i < 100; i += 1) await made.clock.advance(i < 20 ? 0 : 50);
      if (engine === undefined) throw new Error('the page did not start');
      return { engine, tab };
    },
  };
}
