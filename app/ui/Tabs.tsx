import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import styles from './tabs.module.css';

export interface TabSpec<T extends string> {
  readonly value: T;
  readonly label: string;
  /** A count beside the label, with what it counts. */
  readonly badge?: { readonly text: string; readonly meaning: string } | undefined;
}

export interface TabsProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly tabs: readonly TabSpec<T>[];
  readonly onChange: (value: T) => void;
  /** The panel of the chosen tab. */
  readonly children: ReactNode;
}

/** Tabs with one panel mounted at a time. Arrow keys choose at once. */
export function Tabs<T extends string>(props: TabsProps<T>): ReactNode {
  return (
    <Base.Root
      className={styles.root}
      value={props.value}
      onValueChange={(value) => {
        const found = props.tabs.find((tab) => tab.value === value);
        if (found !== undefined) props.onChange(found.value);
      }}
    >
      <Base.List className={styles.list} aria-label={props.label} activateOnFocus>
        {props.tabs.map((tab) => (
          <Base.Tab key={tab.value} value={tab.value} className={styles.tab}>
            {tab.label}
            {tab.badge !== undefined && (
              <span className={styles.badge}>
                {tab.badge.text}
                <span className="sr-only"> {tab.badge.meaning}</span>
              </span>
            )}
          </Base.Tab>
        ))}
      </Base.List>
      <Base.Panel key={props.value} value={props.value} className={styles.panel}>
        {props.children}
      </Base.Panel>
    </Base.Root>
  );
}
