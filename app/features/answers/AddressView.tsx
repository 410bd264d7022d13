import { type ReactNode, useState } from 'react';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { visible } from '../../ui/label.ts';
import { readAddress } from './address.ts';
import styles from './answers.module.css';

/** An address that a server wants opened: whole, its host told apart, what is odd about it, and the one link that opens it. */
export function AddressView({ text }: { readonly text: string }): ReactNode {
  const { parts, href, warnings } = readAddress(text);
  const [opened, setOpened] = useState(false);
  return (
    <div className={styles.address}>
      <p className={styles.url} data-url>
        {parts === undefined ? (
          visible(text)
        ) : (
          <>
            {parts[0]}
            <strong>{parts[1]}</strong>
            {parts[2]}
          </>
        )}
      </p>
      {parts !== undefined && parts.join('') !== text && (
        <p className={styles.dim}>
          as sent: <code>{visible(text)}</code>
        </p>
      )}
      {warnings.map((warning) => (
        <p key={warning} className={styles.warning} role="note">
          {warning}
        </p>
      ))}
      <p className={styles.actions}>
        {href !== undefined && (
          <a
            className={styles.open}
            href={href}
            target="_blank"
            rel="noopener noreferrer"
            referrerPolicy="no-referrer"
            onClick={() => setOpened(true)}
          >
            Open {parts?.[1]}
            {opened ? ' again' : ''} in a new tab
          </a>
        )}
        <CopyButton label="Copy the address" text={text} />
      </p>
      {opened && (
        <p className={styles.dim} role="status">
          This page does not learn what happens there. Say here when you have finished.
        </p>
      )}
    </div>
  );
}
