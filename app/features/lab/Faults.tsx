import { type ReactNode, useState } from 'react';
import { FAULT_GROUPS, type FaultGroup } from '../../../server/protocol/lab.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { FaultForm } from './FaultForm.tsx';
import styles from './lab.module.css';
import { scenarioText } from './scenario.ts';
import type { LabSession, LabView } from './session.ts';

const WORDS: Readonly<Record<FaultGroup, string>> = {
  store: 'The store',
  time: 'Time and expiry',
  worker: 'Workers and leases',
  replicas: 'Replicas',
  push: 'Pushes',
  http: 'HTTP and the line',
  cancel: 'Cancelling',
  questions: 'Questions',
  messages: 'Messages that break a rule',
};

export interface FaultsProps {
  readonly lab: LabSession;
  readonly view: LabView;
  /** The replica that is meant; null is all. */
  readonly server: string | null;
  /** The address of the page, for the link to a scenario. */
  readonly page: string;
  /** The fault that is looked for first, as from a message. */
  readonly wanted: string;
}

/** Every fault with its switch; several may be on, and one button ends them all. */
export function Faults({ lab, view, server, page, wanted }: FaultsProps): ReactNode {
  const [filter, setFilter] = useState(wanted);
  const active = view.state?.faults ?? [];
  const of = server === null ? {} : { server };
  const words = filter.trim().toLowerCase();
  const shown = view.catalogue.filter((fault) =>
    [fault.name, fault.title, fault.breaks, fault.look].some((text) => text.toLowerCase().includes(words)),
  );
  return (
    <section aria-label="Faults">
      <div className={styles.head}>
        <h2>Faults</h2>
        <input
          type="search"
          aria-label="Find a fault"
          placeholder="Find a fault"
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
        />
        <CopyButton
          label="Copy link to this scenario"
          text={() => `${page}?scenario=${encodeURIComponent(scenarioText(active))}`}
        >
          Copy link to this scenario
        </CopyButton>
        <Button
          disabled={active.length === 0}
          aria-keyshortcuts="0"
          onClick={() => void lab.ask({ do: 'faults/reset' })}
        >
          All faults off <kbd>0</kbd>
        </Button>
      </div>
      {FAULT_GROUPS.map((group) => {
        const faults = shown.filter((fault) => fault.group === group);
        if (faults.length === 0) return null;
        return (
          <details
            key={group}
            className={styles.group}
            open={words !== '' || faults.some(({ name }) => active.some((on) => on.name === name))}
          >
            <summary>
              {WORDS[group]} ({faults.length})
            </summary>
            <ul className={styles.list}>
              {faults.map((fault) => (
                <FaultForm
                  key={fault.name}
                  fault={fault}
                  active={active.find(({ name }) => name === fault.name)?.params}
                  onSwitch={(params) =>
                    void lab.ask(
                      params === undefined
                        ? { do: 'faults/off', fault: fault.name, ...of }
                        : { do: 'faults/on', fault: fault.name, params, ...of },
                    )
                  }
                />
              ))}
            </ul>
          </details>
        );
      })}
      {shown.length === 0 && <p className={styles.why}>No fault has these words.</p>}
    </section>
  );
}
