import { type ReactNode, useState } from 'react';
import type { Engine, LoadedRecording } from '../engine/index.ts';
import { RecordingsPage } from '../features/recordings/RecordingsPage.tsx';
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

/** The list of recordings, or the one that is open. */
export function RecordingsView({ engine, about, onAbout }: RecordingsViewProps): ReactNode {
  const [opened, setOpened] = useState(kept);
  const show = (next: Opened | undefined): void => {
    kept = next;
    setOpened(next);
  };
  if (opened !== undefined)
    return <RecordedPage {...opened} clock={engine.clock} onClose={() => show(undefined)} />;
  return (
    <RecordingsPage
      engine={engine}
      linked={about}
      onLinkDone={() => onAbout('')}
      onOpen={(recording) => {
        void engine.library().then((library) => show({ recording, engine: library.view(recording) }));
      }}
    />
  );
}
