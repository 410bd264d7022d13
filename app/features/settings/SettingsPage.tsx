import { type ReactNode, useState } from 'react';
import type { World } from '../../engine/derive/model.ts';
import type { Engine, Persistence } from '../../engine/index.ts';
import { Button } from '../../ui/Button.tsx';
import { bytes, count, wallDate } from '../../ui/format.ts';
import { Facts } from '../../ui/Section.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { useStored } from '../../ui/stored.ts';
import { type Theme, useTheme } from '../../ui/theme.ts';
import styles from './settings.module.css';

export interface SettingsPageProps {
  readonly engine: Engine;
  readonly world: World;
  readonly onStartNew: () => void;
  readonly recent: readonly string[];
  readonly onForgetEndpoint: (url: string) => void;
}

const THEMES = [
  { value: 'system', label: 'Like the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

/** Choices of this browser, and what it keeps. */
export function SettingsPage(props: SettingsPageProps): ReactNode {
  const { world, engine } = props;
  const persistence = engine.persistence();
  const [theme, setTheme] = useTheme();
  const [push, setPush] = useStored('push', 'off');
  const [sure, setSure] = useState(false);
  return (
    <div className={styles.page}>
      <div className={styles.inner}>
        <h1>Settings</h1>
        <section className={styles.part} aria-label="Theme">
          <h2>Theme</h2>
          <Segmented<Theme> label="Theme" value={theme} options={THEMES} onChange={setTheme} />
        </section>
        <section className={styles.part} aria-label="Push">
          <h2>Push</h2>
          <label className={styles.check}>
            <input
              type="checkbox"
              checked={push === 'on'}
              onChange={(event) => setPush(event.target.checked ? 'on' : 'off')}
            />
            Listen for pushed updates of every new task
          </label>
          <p className={styles.why}>
            Polling is the baseline and goes on either way. With push, one stream per endpoint brings each
            change as it happens. It can be switched for a single task in its State tab.
          </p>
        </section>
        <section className={styles.part} aria-label="Recording">
          <h2>Recording</h2>
          <Facts
            facts={[
              ['Began', world.startedWall === undefined ? 'not yet' : wallDate(world.startedWall)],
              [
                'Holds',
                `${count(world.exchanges.size, 'exchange')}, ${count(world.tasks.size, 'task')}, ${bytes(world.bytes)} received`,
              ],
              ['Stored', STORED[persistence.state]],
              persistence.detail === undefined ? false : ['Detail', persistence.detail],
            ]}
          />
          <p className={styles.why}>
            Everything that crosses the wire is kept on this machine only, in this browser's IndexedDB.
            Secrets in headers are replaced by placeholders before anything is written.
          </p>
          <div className={styles.row}>
            {sure ? (
              <>
                <Button
                  variant="primary"
                  onClick={() => {
                    setSure(false);
                    props.onStartNew();
                  }}
                >
                  Start a new recording now
                </Button>
                <Button onClick={() => setSure(false)}>Keep this one</Button>
              </>
            ) : (
              <Button onClick={() => setSure(true)}>Start new…</Button>
            )}
          </div>
          {sure && (
            <p className={styles.why} role="status">
              The new recording starts empty and watches no task. The old one stays stored in this browser.
            </p>
          )}
        </section>
        <section className={styles.part} aria-label="Endpoints">
          <h2>Endpoints that connect by themselves</h2>
          {props.recent.length === 0 && (
            <p className={styles.why}>None yet. An endpoint is listed here once it has answered.</p>
          )}
          <ul className={styles.list}>
            {props.recent.map((url) => (
              <li key={url}>
                <code>{url}</code>
                <Button
                  variant="ghost"
                  aria-label={`Take out ${url}`}
                  onClick={() => props.onForgetEndpoint(url)}
                >
                  Take out
                </Button>
              </li>
            ))}
          </ul>
        </section>
        <section className={styles.part} aria-label="About">
          <h2>About</h2>
          <p className={styles.why}>
            Taskscope, an inspector for the Model Context Protocol, revision 2026-07-28, made for its Tasks
            extension (io.modelcontextprotocol/tasks). Free software under the Apache License 2.0. The page
            talks to your endpoint and to nothing else.
          </p>
        </section>
      </div>
    </div>
  );
}

const STORED: Readonly<Record<Persistence['state'], string>> = {
  saved: 'everything is saved',
  saving: 'being saved',
  off: 'not stored: this browser offers no storage here',
  failed: 'could not be saved',
};
