import type { ReactNode } from 'react';
import styles from './forms.module.css';
import type { Remark } from './plan.ts';

/** What is worth knowing about the schema, folded away: the form works all the same. */
export function Remarks({ remarks }: { readonly remarks: readonly Remark[] }): ReactNode {
  if (remarks.length === 0) return null;
  return (
    <details className={styles.remarks}>
      <summary>{remarks.length === 1 ? 'One remark' : `${remarks.length} remarks`} on this schema</summary>
      <ul>
        {remarks.map(({ where, text }) => (
          <li key={`${where} ${text}`}>
            <code>{where === '' ? '/' : where}</code> {text}
          </li>
        ))}
      </ul>
    </details>
  );
}
