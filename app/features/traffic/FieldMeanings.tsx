import type { ReactNode } from 'react';
import { meaningsIn } from './meanings.ts';
import styles from './message.module.css';

/** What the fields of a message mean, each with the section of the specification that says so. */
export function FieldMeanings({ texts }: { readonly texts: readonly string[] }): ReactNode {
  const found = meaningsIn(texts.join('\n'));
  if (found.length === 0) return <p className={styles.none}>No field of this message is known here.</p>;
  return (
    <table className={styles.table} aria-label="What the fields mean">
      <tbody>
        {found.map(({ field, means, link }) => (
          <tr key={field}>
            <th scope="row">{field}</th>
            <td>
              {means}{' '}
              <a href={link} target="_blank" rel="noreferrer noopener">
                Specification
              </a>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
