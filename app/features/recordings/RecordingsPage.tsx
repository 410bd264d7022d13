import { type ReactNode, useState } from 'react';
import type { Engine, LoadedRecording } from '../../engine/index.ts';
import { Button } from '../../ui/Button.tsx';
import { ExportDialog } from './ExportDialog.tsx';
import { ImportArea } from './ImportArea.tsx';
import { LinkedRecording } from './LinkedRecording.tsx';
import { RecordingRow, titleOf } from './RecordingRow.tsx';
import styles from './recordings.module.css';
import { ServersFile } from './ServersFile.tsx';
import { type ListedServer, readServers } from './serversFile.ts';
import { type UseLibrary, useLibrary } from './useLibrary.ts';

export interface RecordingsPageProps {
  readonly engine: Engine;
  /** An address that a link names. */
  readonly linked: string | undefined;
  /** The link is done with, or was ignored. */
  readonly onLinkDone: () => void;
  readonly onOpen: (recording: LoadedRecording) => void;
}

/** The recordings of this browser: this one and old ones, and those from elsewhere. */
export function RecordingsPage({ engine, linked, onLinkDone, onOpen }: RecordingsPageProps): ReactNode {
  const library = useLibrary(engine);
  const { list, last, busy } = library;
  const [exported, setExported] = useState<LoadedRecording>();
  const [servers, setServers] = useState<readonly ListedServer[]>();
  const opened = (found: LoadedRecording | undefined): void => {
    if (found !== undefined) onOpen(found);
  };
  return (
    <main className={styles.page}>
      <h1>Recordings</h1>
      {linked !== undefined && (
        <LinkedRecording
          url={linked}
          busy={busy}
          onIgnore={onLinkDone}
          onFetch={() => {
            void library.fetch(linked).then((found) => {
              if (found === undefined) return;
              onLinkDone();
              onOpen(found);
            });
          }}
        />
      )}
      <section aria-label="Stored recordings" aria-busy={busy}>
        <h2>In this browser</h2>
        {list !== undefined && list.length === 0 && (
          <p className={styles.why}>
            Nothing is stored here: this browser offers no storage, or it is empty.
          </p>
        )}
        <ul className={styles.list}>
          {(list ?? []).map((stored) => (
            <RecordingRow
              key={stored.id}
              stored={stored}
              onOpen={() => void library.load(stored.id).then(opened)}
              onExport={() => void library.load(stored.id).then(setExported)}
              onDelete={() => void library.remove(stored.id, titleOf(stored))}
              onRename={(name) => void library.rename(stored.id, name)}
            />
          ))}
        </ul>
        <p className={styles.why} role="status">
          {last !== undefined && <Outcome last={last} onUndo={(undo) => void library.takeBack(undo)} />}
        </p>
      </section>
      <ImportArea
        problem={library.problem}
        busy={busy}
        onText={(text, name) => {
          const found = readServers(text);
          setServers(found);
          if (found === undefined) void library.take(text, name).then(opened);
        }}
      />
      {servers !== undefined && <ServersFile servers={servers} onClose={() => setServers(undefined)} />}
      {exported !== undefined && <ExportDialog recording={exported} onClose={() => setExported(undefined)} />}
    </main>
  );
}

interface OutcomeProps {
  readonly last: NonNullable<UseLibrary['last']>;
  readonly onUndo: (undo: () => Promise<void>) => void;
}

function Outcome({ last: { title, of }, onUndo }: OutcomeProps): ReactNode {
  if (!of.ok)
    return (
      <>
        {title} is kept. {of.reason}
      </>
    );
  return (
    <>
      {title} is deleted. <Button onClick={() => onUndo(of.undo)}>Undo</Button>
    </>
  );
}
