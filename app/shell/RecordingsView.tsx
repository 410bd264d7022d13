import { type ReactNode, useEffect, useState } from 'react';
import type { Engine, LoadedRecording } from '../engine/index.ts';
import { RecordingsPage } from '../features/recordings/RecordingsPage.tsx';
import { Empty } from '../ui/Section.tsx';
import { RecordedPage } from './RecordedPage.tsx';

export interface RecordingsViewProps {
  readonly engine: Engine;
  readonly about: string | undefined;
  readonly onAbout: (about: string) => void;
}

interface Opened {
  readonly recording: LoadedRecording;
  readonly engine: Engine;
}

// Outlives the view: who looks at the live page for a moment finds the recording open again.
let kept: Opened | undefined;

/** Before the id of a stored recording in the address; anything else there is an address to fetch one from. */
const STORED = 'stored ';

/** The list of recordings, or the one that is open. */
export function RecordingsView({ engine, about, onAbout }: RecordingsViewProps): ReactNode {
  const [opened, setOpened] = useState(kept);
  const show = (next: Opened | undefined): void => {
    kept = next;
    setOpened(next);
  };
  const stored = about?.startsWith(STORED) === true ? about.slice(STORED.length) : undefined;
  const close = (): void => {
    show(undefined);
    onAbout('');
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each id that the address names
  useEffect(() => {
    if (stored === undefined || opened !== undefined) return;
    void engine.library().then(async (library) => {
      const recording = await library.load(stored);
      if (recording === undefined) onAbout('');
      else show({ recording, engine: library.view(recording) });
    });
  }, [stored]);
  if (opened !== undefined) return <RecordedPage {...opened} clock={engine.clock} onClose={close} />;
  if (stored !== undefined) return <Empty busy title="Opening the recording" />;
  return (
    <RecordingsPage
      engine={engine}
      linked={about}
      onLinkDone={() => onAbout('')}
      onOpen={(recording) => {
        onAbout(STORED + recording.id);
        void engine.library().then((library) => show({ recording, engine: library.view(recording) }));
      }}
    />
  );
}
