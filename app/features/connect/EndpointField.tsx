import { type FormEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import styles from './connect.module.css';
import { recentEndpoints } from './endpoints.ts';
import type { Connection } from './useConnection.ts';

const STATES: Readonly<Record<Connection['kind'], string>> = {
  none: 'not connected',
  asking: 'not connected',
  connecting: 'connecting',
  connected: 'connected',
  failed: 'could not connect',
};

export interface EndpointFieldProps {
  readonly connection: Connection;
  /** The last request got no answer at all. */
  readonly silent: boolean;
  readonly onConnect: (url: string) => void;
  readonly onDisconnect: () => void;
  /** Chips behind the address. */
  readonly children?: ReactNode;
}

/** The address of the endpoint, with the state of the connection. Enter connects. */
export function EndpointField(props: EndpointFieldProps): ReactNode {
  const { connection, silent } = props;
  const state =
    silent && connection.kind === 'connected'
      ? 'connected before, but not answering now'
      : STATES[connection.kind];
  const list = useId();
  const url = 'url' in connection && connection.kind !== 'asking' ? connection.url : '';
  const [text, setText] = useState(url);
  // After a disconnect the address stays, so that connecting again is one press.
  useEffect(() => {
    if (url !== '') setText(url);
  }, [url]);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (text.trim() !== '') props.onConnect(text.trim());
  };
  const isCurrent = (connection.kind === 'connected' || connection.kind === 'connecting') && text === url;
  return (
    <form className={styles.field} onSubmit={submit} aria-label="Endpoint">
      <span
        className={cx(
          styles.dot,
          connection.kind === 'connected' && (silent ? styles.failed : styles.connected),
          connection.kind === 'connecting' && styles.connecting,
          connection.kind === 'failed' && styles.failed,
        )}
        role="img"
        aria-label={state}
        title={state}
      />
      <input
        className={styles.input}
        aria-label="Endpoint URL"
        placeholder="http://localhost:3000/mcp"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        list={list}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <datalist id={list}>
        {recentEndpoints().map((recent) => (
          <option key={recent} value={recent} />
        ))}
      </datalist>
      {props.children}
      {/* Keys: one element that turned from a button into a submit button while it is pressed would submit. */}
      {isCurrent ? (
        <Button
          key="leave"
          className={cx(styles.go, connection.kind === 'connected' && styles.leave)}
          variant="ghost"
          onClick={props.onDisconnect}
        >
          {connection.kind === 'connecting' ? 'Cancel' : 'Disconnect'}
        </Button>
      ) : (
        <Button key="connect" className={styles.go} type="submit">
          Connect
        </Button>
      )}
    </form>
  );
}
