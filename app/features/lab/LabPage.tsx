import { type ReactNode, useState } from 'react';
import type { Engine, World } from '../../engine/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Empty } from '../../ui/Section.tsx';
import { Faults } from './Faults.tsx';
import styles from './lab.module.css';
import type { LabPlaces } from './places.ts';
import { Steer } from './Steer.tsx';
import { Truth } from './Truth.tsx';
import { useLab } from './useLab.ts';
import { Walks } from './Walks.tsx';

export interface LabPageProps {
  readonly engine: Engine;
  readonly world: World;
  readonly endpoint: string | undefined;
  /** The fault that a message led here with. */
  readonly about: string | undefined;
  readonly places: LabPlaces;
  /** Where a key can be pasted. */
  readonly keyField: ReactNode;
  readonly onConnect: (url: string) => void;
  readonly onTask: (taskId: string) => void;
}

/** The lab: walks, steering, faults, and what was true beside what was seen. */
export function LabPage(props: LabPageProps): ReactNode {
  const { engine, world, endpoint, about, places, onConnect, onTask } = props;
  const { bundled, inPage } = places;
  const { lab, view } = useLab(engine, endpoint, places);
  const [server, setServer] = useState<string | null>(null);
  if (endpoint === undefined || view.standing === 'none')
    return (
      <Empty title="The lab breaks and steers the demo server">
        <p>
          Nothing is connected that could be broken safely. Choose a demo server: its tasks are there to be
          lost.
        </p>
        {bundled !== undefined && (
          <Button variant="primary" onClick={() => onConnect(bundled())}>
            Use the bundled demo server
          </Button>
        )}{' '}
        <Button variant={bundled === undefined ? 'primary' : 'plain'} onClick={() => onConnect(inPage())}>
          Demo in this page
        </Button>
      </Empty>
    );
  if (view.standing === 'no-key')
    return (
      <Empty title="The lab needs the key of this server">
        <p>Open the link that the terminal shows, or paste it here.</p>
        {props.keyField}
        <Button onClick={() => lab.again()}>Try again</Button>
      </Empty>
    );
  if (view.state === undefined)
    return (
      <Empty busy={view.standing === 'opening'} title={view.why ?? 'Opening the lab'}>
        {view.standing === 'gone' && 'It is tried again by itself.'}
      </Empty>
    );
  return (
    <div className={styles.page}>
      <h1>Lab</h1>
      {view.standing === 'gone' && <p className={styles.bad}>{view.why} It is tried again by itself.</p>}
      <Walks {...{ engine, lab, view, endpoint, onTask }} />
      <Steer {...{ engine, lab, view, server }} onServer={setServer} />
      <Faults {...{ lab, view, server }} page={places.page()} wanted={about ?? ''} />
      <Truth {...{ world, endpoint, view, onTask }} />
    </div>
  );
}
