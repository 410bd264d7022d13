import { type ReactNode, useState } from 'react';
import type { Engine } from '../../engine/index.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './lab.module.css';
import type { LabPlaces } from './places.ts';
import { linkedScenario } from './provided.ts';
import { readScenario } from './scenario.ts';
import { labelOf } from './session.ts';
import { useLab } from './useLab.ts';

export interface LabStripProps {
  readonly engine: Engine;
  readonly endpoint: string | undefined;
  readonly places: LabPlaces;
  /** Undefined where the lab is being shown. */
  readonly onLab: (() => void) | undefined;
}

/** In every view: which faults are on, and the faults that a link asks for until somebody decides (attack 17). */
export function LabStrip({ engine, endpoint, places, onLab }: LabStripProps): ReactNode {
  const { lab, view } = useLab(engine, endpoint, places);
  const [asked, setAsked] = useState(() => readScenario(linkedScenario ?? ''));
  const active = view.state?.faults ?? [];
  const host = endpoint === undefined ? undefined : new URL(endpoint).host;
  const decide = (on: boolean): void => {
    setAsked([]);
    if (on) for (const { name, params } of asked) void lab.ask({ do: 'faults/on', fault: name, params });
  };
  return (
    <>
      {asked.length > 0 && (
        <section className={styles.strip} aria-label="A link wants to break the demo server">
          <p>
            The link that you opened wants these faults on: <b>{asked.map(labelOf).join('; ')}</b>.{' '}
            {view.standing === 'open' ? (
              <>
                They would be on in <b>{endpoint === undefined ? '' : host}</b> ({endpoint}). Nothing has been
                switched.
              </>
            ) : (
              'Connect to the demo server first. Nothing has been switched.'
            )}
          </p>
          <Button variant="primary" disabled={view.standing !== 'open'} onClick={() => decide(true)}>
            Switch {asked.length === 1 ? 'it' : 'them'} on
          </Button>
          <Button onClick={() => decide(false)}>Ignore the link</Button>
        </section>
      )}
      {active.length > 0 && (
        <section className={styles.strip} aria-label="Faults that are on">
          <p>
            On purpose broken: <b>{active.map(labelOf).join('; ')}</b>
          </p>
          {onLab !== undefined && (
            <Button variant="ghost" onClick={onLab}>
              Lab
            </Button>
          )}
          <Button onClick={() => void lab.ask({ do: 'faults/reset' })}>All faults off</Button>
        </section>
      )}
    </>
  );
}
