import type { ReactNode } from 'react';
import type { Discovery } from '../engine/index.ts';
import { EndpointField } from '../features/connect/EndpointField.tsx';
import type { Connection } from '../features/connect/useConnection.ts';
import { eraOf } from '../features/discover/extensions.ts';
import { Chip } from '../ui/Bar.tsx';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/cx.ts';
import { Segmented } from '../ui/Segmented.tsx';
import { type Theme, useTheme } from '../ui/theme.ts';
import styles from './shell.module.css';

export interface HeaderProps {
  readonly connection: Connection;
  readonly silent: boolean;
  readonly discovery: Discovery | undefined;
  readonly bundled: string;
  readonly onConnect: (url: string) => void;
  readonly onDisconnect: () => void;
  readonly onPalette: () => void;
}

const THEMES = [
  { value: 'light', label: '☀', name: 'Light theme' },
  { value: 'dark', label: '☾', name: 'Dark theme' },
  { value: 'system', label: 'Auto', name: 'Theme of the system' },
] as const;

/** Where the page is connected to, and what concerns the page as a whole. */
export function Header(props: HeaderProps): ReactNode {
  const { connection, discovery, bundled } = props;
  const [theme, setTheme] = useTheme();
  const connected = connection.kind === 'connected';
  const era = connected && discovery !== undefined ? eraOf(discovery) : undefined;
  return (
    <header className={styles.header}>
      <h1 className={styles.logo}>
        <img src="/favicon.svg" alt="" />
        <span>Taskscope</span>
      </h1>
      <EndpointField
        connection={connection}
        silent={props.silent}
        onConnect={props.onConnect}
        onDisconnect={props.onDisconnect}
      >
        {connected && (
          <span className={styles.desk}>
            <Chip title="Requests go straight from this page to the endpoint">direct</Chip>{' '}
            {era !== undefined && (
              <Chip
                mono
                title={era.known ? 'Protocol revision in use' : 'The server does not speak 2026-07-28'}
              >
                {era.version}
              </Chip>
            )}
          </span>
        )}
      </EndpointField>
      {!(connected && connection.url === bundled) && (
        <span className={styles.desk}>
          <Button onClick={() => props.onConnect(bundled)}>Bundled demo server</Button>
        </span>
      )}
      <span className={styles.grow} />
      <span className={styles.desk}>
        <Segmented<Theme> label="Theme" value={theme} options={THEMES} onChange={setTheme} />
      </span>
      <Button aria-keyshortcuts="Control+K Meta+K" title="Command palette (Ctrl+K)" onClick={props.onPalette}>
        Commands <kbd className={cx(styles.kbd, styles.desk)}>Ctrl K</kbd>
      </Button>
    </header>
  );
}
