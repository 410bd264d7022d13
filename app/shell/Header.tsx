import type { ReactNode } from 'react';
import { type Discovery, type Engine, stdioName, type Way } from '../engine/index.ts';
import { IS_STATIC, pageBase } from '../features/connect/demo-endpoints.ts';
import { EndpointField } from '../features/connect/EndpointField.tsx';
import type { UseConnection } from '../features/connect/useConnection.ts';
import { eraOf } from '../features/discover/extensions.ts';
import { Chip } from '../ui/Bar.tsx';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/cx.ts';
import { Segmented } from '../ui/Segmented.tsx';
import { type Theme, useTheme } from '../ui/theme.ts';
import { type Skip, SkipLinks } from './SkipLinks.tsx';
import styles from './shell.module.css';

export interface HeaderProps {
  readonly engine: Engine;
  readonly use: UseConnection;
  readonly silent: boolean;
  readonly discovery: Discovery | undefined;
  readonly bundled: string;
  readonly skips: readonly Skip[];
  readonly onPalette: () => void;
}

const THEMES = [
  { value: 'light', label: '☀', name: 'Light theme' },
  { value: 'dark', label: '☾', name: 'Dark theme' },
  { value: 'system', label: 'Auto', name: 'Theme of the system' },
] as const;

/** Where the page is connected to, and what concerns the page as a whole. */
export function Header(props: HeaderProps): ReactNode {
  const { engine, use, discovery, bundled } = props;
  const { connection } = use;
  const [theme, setTheme] = useTheme();
  const connected = connection.kind === 'connected';
  const era = connected && discovery !== undefined ? eraOf(discovery) : undefined;
  return (
    <header className={styles.header}>
      <SkipLinks skips={props.skips} />
      <h1 className={styles.logo}>
        <img src={`${pageBase()}favicon.svg`} alt="" />
        <span>Taskscope</span>
      </h1>
      <EndpointField
        connection={connection}
        silent={props.silent}
        onConnect={use.connect}
        onDisconnect={use.disconnect}
      >
        {connected && (
          <span className={styles.desk}>
            <WayChip
              way={stdioName(connection.url) === undefined ? engine.way(connection.url) : 'stdio'}
              onOptions={() => use.showOptions(connection.url)}
            />{' '}
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
          <Button onClick={() => use.connect(bundled)}>
            {IS_STATIC ? 'Demo in this page' : 'Bundled demo server'}
          </Button>
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

const WAYS: Readonly<Record<Way | 'stdio', string>> = {
  stdio: 'Requests go to the standard input of a process that the taskscope command has started',
  direct: 'Requests go straight from this page to the endpoint',
  bridged: 'Requests go through the taskscope command, which sees all headers',
};

/** How requests go out; leads to where that can be changed. */
function WayChip({
  way,
  onOptions,
}: {
  readonly way: Way | 'stdio';
  readonly onOptions: () => void;
}): ReactNode {
  return (
    <button
      type="button"
      className={styles.way}
      title={`${WAYS[way]}. Endpoint options…`}
      onClick={onOptions}
    >
      <Chip>{way}</Chip>
    </button>
  );
}
