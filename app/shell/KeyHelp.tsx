import type { ReactNode } from 'react';
import { Dialog } from '../ui/Dialog.tsx';
import { KEYS } from './keys.ts';
import styles from './palette.module.css';

/** All keys of the page. */
export function KeyHelp({ onClose }: { readonly onClose: () => void }): ReactNode {
  return (
    <Dialog title="Keys" onClose={onClose}>
      <table className={styles.keys}>
        <tbody>
          {KEYS.map(({ keys, meaning }) => (
            <tr key={keys + meaning}>
              <th scope="row">
                {keys.split(' ').map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </th>
              <td>{meaning}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  );
}
