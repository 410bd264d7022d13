import type { ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';
import styles from './connect.module.css';
import { IS_STATIC, inPageUrl } from './demo-endpoints.ts';
import { recentEndpoints } from './endpoints.ts';
import { ownAddress } from './key.ts';
import { Picture } from './Picture.tsx';

export interface FirstVisitProps {
  readonly busy: boolean;
  readonly bundled: string;
  readonly onConnect: (url: string) => void;
}

/** What the page says before it is connected for the first time. */
export function FirstVisit({ busy, bundled, onConnect }: FirstVisitProps): ReactNode {
  const inPage = inPageUrl();
  const address = ownAddress(location);
  const recent = recentEndpoints().filter((url) => url !== bundled && url !== inPage);
  return (
    <div className={styles.first}>
      <Picture />
      <h2>Watch durable work happen over MCP</h2>
      <p>
        Taskscope connects to a Model Context Protocol server and shows every message that crosses the wire.
        Call a tool: where the server makes a task of it, you see the task on a timeline, each poll and push,
        and the question when it waits for you. Everything is recorded in this browser, so a reload in
        mid-task loses nothing.
      </p>
      <Button size="big" variant="primary" onClick={() => onConnect(bundled)}>
        {busy ? 'Connecting…' : IS_STATIC ? 'Use the demo in this page' : 'Use the bundled demo server'}
      </Button>
      {!IS_STATIC && <Button onClick={() => onConnect(inPage)}>Demo in this page</Button>}
      <p className={styles.or}>
        {IS_STATIC
          ? 'The demo server runs in this page'
          : 'In this page the same demo server runs without the command'}
        : nothing leaves the page, its tasks are kept in this browser, and a reload is a restart of the
        server.
      </p>
      {!IS_STATIC && address !== undefined && (
        <p className={styles.or} role="note">
          You opened this page as {location.host}. Recordings, settings and the key are kept under{' '}
          <a href={address}>{address}</a>, the address that the command prints.
        </p>
      )}
      <p className={styles.or}>or type the address of your own endpoint at the top and press Enter.</p>
      {recent.length > 0 && (
        <ul className={styles.recent} aria-label="Used before">
          {recent.slice(0, 5).map((url) => (
            <li key={url}>
              <Button onClick={() => onConnect(url)}>
                <code>{url}</code>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
