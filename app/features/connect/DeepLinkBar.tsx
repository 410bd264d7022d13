import type { ReactNode } from 'react';
import { stdioName } from '../../engine/index.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './connect.module.css';

export interface DeepLinkBarProps {
  readonly url: string;
  readonly onConnect: () => void;
  readonly onDismiss: () => void;
}

/**
 * Asks before an endpoint from a link is used (attack 17). Nothing has been sent at this point. The host is the URL parser's, so a
 * look-alike in another script shows as punycode and `good.com@evil.com` shows evil.com.
 */
export function DeepLinkBar({ url, onConnect, onDismiss }: DeepLinkBarProps): ReactNode {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  const process = stdioName(url);
  const usable = process !== undefined || (parsed !== undefined && /^https?:$/.test(parsed.protocol));
  return (
    <section className={styles.strip} aria-label="A link wants to connect">
      <div className={styles.ask}>
        <p>
          {usable
            ? process !== undefined
              ? 'The link that you opened wants to start a server that the command line has named. Nothing has been started.'
              : 'The link that you opened wants to connect to a server that this browser has not used before. Nothing has been sent.'
            : 'The link that you opened names an endpoint that cannot be used. Nothing has been sent.'}
          <span className={styles.url}>
            {parsed === undefined ? (
              url
            ) : (
              <>
                {parsed.protocol}
                {parsed.host === '' ? '' : '//'}
                <b>{parsed.host}</b>
                {parsed.pathname}
                {parsed.search}
              </>
            )}
          </span>
        </p>
        {usable && (
          <Button variant="primary" onClick={onConnect}>
            {process === undefined ? `Connect to ${parsed?.host}` : `Start ${process}`}
          </Button>
        )}
        <Button onClick={onDismiss}>Ignore the link</Button>
      </div>
    </section>
  );
}
