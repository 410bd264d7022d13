import type { ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { visible } from '../../ui/label.ts';
import styles from './recordings.module.css';
import { type ListedServer, startWith } from './serversFile.ts';

export interface ServersFileProps {
  readonly servers: readonly ListedServer[];
  readonly onClose: () => void;
}

/** A file of `mcpServers` that was opened here: what it names, with the command that a person may run. Nothing is started (attack 18). */
export function ServersFile({ servers, onClose }: ServersFileProps): ReactNode {
  return (
    <section aria-label="A file of servers">
      <h2>This is a file of servers, and no recording</h2>
      <p className={styles.why}>
        Nothing of it was started or asked. Servers on stdio are started by the command line alone: run one of
        these commands in a terminal, or <code>taskscope --config FILE</code> for all of the file. Read a
        command before you run it: it may be anything.
      </p>
      <ul className={styles.list}>
        {servers.map((server, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is read once and never changes
          <li key={at}>
            <div className={styles.about}>
              <b>{visible(server.name)}</b>
              <p className={styles.url}>{told(server)}</p>
              {server.kind === 'stdio' && server.sets.length > 0 && (
                <p className={styles.why}>
                  The file also sets {server.sets.map(visible).join(', ')}: use --config FILE, or set them in
                  the terminal.
                </p>
              )}
            </div>
            {server.kind === 'stdio' && (
              <CopyButton
                text={startWith(server.command)}
                label={`Copy the command that starts ${visible(server.name)}`}
              >
                Copy the command
              </CopyButton>
            )}
          </li>
        ))}
      </ul>
      {servers.length === 0 && <p>It names no server.</p>}
      <Button onClick={onClose}>Close the list</Button>
    </section>
  );
}

function told(server: ListedServer): string {
  switch (server.kind) {
    case 'stdio':
      return visible(startWith(server.command));
    case 'url':
      return `${visible(server.url)} (type it into the address field to connect)`;
    case 'other':
      return 'neither a command nor a url';
  }
}
