import type { ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';
import styles from './recordings.module.css';

export interface LinkedRecordingProps {
  readonly url: string;
  readonly busy: boolean;
  readonly onFetch: () => void;
  readonly onIgnore: () => void;
}

/** Asks before a recording that a link names is fetched (attack 17): the whole host is shown, as the browser reads it. */
export function LinkedRecording({ url, busy, onFetch, onIgnore }: LinkedRecordingProps): ReactNode {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  const usable = parsed !== undefined && /^https?:$/.test(parsed.protocol);
  return (
    <section aria-label="A link names a recording">
      <p>
        {usable
          ? 'The link that you opened names a recording. Nothing has been fetched.'
          : 'The link that you opened names a recording that cannot be fetched. Nothing has been.'}
      </p>
      <p className={styles.url}>
        {parsed === undefined ? (
          url
        ) : (
          <>
            {`${parsed.protocol}//`}
            <b>{parsed.host}</b>
            {parsed.pathname}
            {parsed.search}
          </>
        )}
      </p>
      <div className={styles.row}>
        {usable && (
          <Button variant="primary" disabled={busy} onClick={onFetch}>
            Fetch it from {parsed.host}
          </Button>
        )}
        <Button onClick={onIgnore}>Ignore the link</Button>
      </div>
    </section>
  );
}
