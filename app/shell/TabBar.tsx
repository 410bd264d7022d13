import type { ReactNode } from 'react';
import styles from './shell.module.css';

export const PANES = ['server', 'tasks', 'traffic', 'detail'] as const;
export type Pane = (typeof PANES)[number];

const LABELS: Readonly<Record<Pane, string>> = {
  server: 'Server',
  tasks: 'Tasks',
  traffic: 'Traffic',
  detail: 'Detail',
};

export interface TabBarProps {
  /** Undefined while another view is shown than the main one. */
  readonly pane: Pane | undefined;
  readonly waiting: number;
  readonly onPane: (pane: Pane) => void;
}

/** The panes of a narrow page, one at a time. */
export function TabBar({ pane, waiting, onPane }: TabBarProps): ReactNode {
  return (
    <nav className={styles.tabbar} aria-label="Panes">
      {PANES.map((name) => (
        <button
          key={name}
          type="button"
          aria-current={name === pane ? 'true' : undefined}
          onClick={() => onPane(name)}
        >
          {LABELS[name]}
          {name === 'tasks' && waiting > 0 && <span className={styles.waiting}> ({waiting})</span>}
        </button>
      ))}
    </nav>
  );
}
