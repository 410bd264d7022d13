import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import type { Notices } from '../ui/notices.ts';
import styles from './shell.module.css';

const STAYS = 10_000;

/** The one notice, in a line of its own within the layout: it covers nothing, and a newer one takes its place. */
export function NoticeLine({ notices }: { readonly notices: Notices }): ReactNode {
  const notice = useSyncExternalStore(notices.subscribe, notices.current);
  const id = notice?.id;
  useEffect(() => {
    if (id === undefined) return undefined;
    const timer = setTimeout(() => notices.dismiss(id), STAYS);
    return () => clearTimeout(timer);
  }, [id, notices]);
  return (
    <div role="status" className={notice === undefined ? undefined : styles.noticeRow}>
      {notice !== undefined && (
        <span className={styles.notice}>
          <span>{notice.text}</span>
          {notice.action !== undefined && (
            <button
              type="button"
              onClick={() => {
                notices.dismiss(notice.id);
                notice.action?.run();
              }}
            >
              {notice.action.label}
            </button>
          )}
          <button type="button" aria-label="Dismiss the notice" onClick={() => notices.dismiss(notice.id)}>
            ✕
          </button>
        </span>
      )}
    </div>
  );
}
