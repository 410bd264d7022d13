import type { ReactNode } from 'react';
import { ownString } from '../../../server/protocol/json.ts';
import type { JsonObject } from '../../engine/index.ts';
import { Button } from '../../ui/Button.tsx';
import { problemOf } from '../../ui/failure.ts';
import { visible } from '../../ui/label.ts';
import { ProblemCard } from '../../ui/ProblemCard.tsx';
import { Empty } from '../../ui/Section.tsx';
import type { usePaged } from './paged.ts';
import styles from './resources.module.css';

export interface ListProps {
  readonly title: string;
  readonly query: ReturnType<typeof usePaged>;
  /** The member by which an entry is known. */
  readonly by: 'uri' | 'uriTemplate' | 'name';
  readonly chosen: string | undefined;
  readonly onChoose: (key: string) => void;
}

/** A list of the server, page by page, each entry to be chosen. */
export function List({ title, query, by, chosen, onChoose }: ListProps): ReactNode {
  const entries = query.data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <section aria-label={title} className={styles.part}>
      <h2>
        {title} <span className={styles.why}>{query.data !== undefined && entries.length}</span>
        <Button variant="ghost" disabled={query.isFetching} onClick={() => void query.refetch()}>
          {query.isFetching ? 'Asking…' : 'Ask again'}
        </Button>
      </h2>
      {query.isError && <ProblemCard problem={problemOf(query.error)} />}
      {query.isPending && <Empty busy title="Asking for the list" />}
      {query.data !== undefined && entries.length === 0 && (
        <p className={styles.why}>The server lists none.</p>
      )}
      <ul>
        {entries.map((entry, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a server may list the same twice
          <li key={i}>
            <Entry entry={entry} by={by} chosen={chosen} onChoose={onChoose} />
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {query.isFetchingNextPage ? 'Asking…' : 'Next page'}
        </Button>
      )}
    </section>
  );
}

function Entry({
  entry,
  by,
  chosen,
  onChoose,
}: Pick<ListProps, 'by' | 'chosen' | 'onChoose'> & { readonly entry: JsonObject }): ReactNode {
  const key = ownString(entry, by);
  const title = ownString(entry, 'title') ?? ownString(entry, 'name') ?? key ?? 'no name';
  const about = ownString(entry, 'description');
  if (key === undefined)
    return (
      <p className={styles.bad}>
        {visible(title)}: malformed, it has no {by}
      </p>
    );
  return (
    <button
      type="button"
      className={styles.entry}
      aria-current={key === chosen ? 'true' : undefined}
      onClick={() => onChoose(key)}
    >
      <b>{visible(title)}</b>
      <code>{visible(key)}</code>
      {about !== undefined && <span className={styles.why}>{about}</span>}
    </button>
  );
}
