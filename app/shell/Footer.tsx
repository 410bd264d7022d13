import type { ReactNode } from 'react';
import { type Persistence, tasksAlive, type World } from '../engine/index.ts';
import type { Connection } from '../features/connect/useConnection.ts';
import { WaitingChip } from '../features/tasks/WaitingChip.tsx';
import { bytes, count } from '../ui/format.ts';
import styles from './shell.module.css';

export interface FooterProps {
  readonly connection: Connection;
  readonly silent: boolean;
  readonly world: World;
  readonly persistence: Persistence;
  readonly waiting: number;
  readonly onWaiting: () => void;
  readonly children: ReactNode;
}

const WORDS: Readonly<Record<Connection['kind'], string>> = {
  none: 'Not connected',
  asking: 'Not connected',
  connecting: 'Connecting',
  connected: 'Connected',
  failed: 'Could not connect',
};

const STORED: Readonly<Record<Persistence['state'], string>> = {
  saved: 'Recorded on this machine only',
  saving: 'Recording on this machine only',
  off: 'Recording in memory only: a reload loses it',
  failed: 'The recording could not be stored',
};

/** The page's state in one line. */
export function Footer(props: FooterProps): ReactNode {
  const { connection, silent, world, persistence, children } = props;
  const alive = tasksAlive(world).length;
  return (
    <footer className={styles.footer}>
      <span>
        {silent && connection.kind === 'connected' ? 'Not answering' : WORDS[connection.kind]} ·{' '}
        {count(alive, 'task')} alive
      </span>
      <WaitingChip waiting={props.waiting} onWaiting={props.onWaiting} />
      <span title="A message is a request together with its answer, as the traffic lists it.">
        {count(world.exchanges.size, 'message')} · {bytes(world.bytes)}
      </span>
      <span className={persistence.state === 'failed' ? styles.bad : undefined} title={persistence.detail}>
        {STORED[persistence.state]}
      </span>
      {children}
      <span className={styles.grow} />
      <span className={styles.keys} aria-hidden="true">
        <span>
          <kbd className={styles.kbd}>.</kbd> <kbd className={styles.kbd}>,</kbd> step
        </span>
        <span>
          <kbd className={styles.kbd}>f</kbd> fit
        </span>
        <span>
          <kbd className={styles.kbd}>/</kbd> filter
        </span>
        <span>
          <kbd className={styles.kbd}>?</kbd> keys
        </span>
      </span>
    </footer>
  );
}
