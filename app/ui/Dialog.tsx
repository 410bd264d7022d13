import { CSPProvider } from '@base-ui/react/csp-provider';
import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { cx } from './cx.ts';
import styles from './dialog.module.css';

export interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  /** Without a visible head: the title is for readers only. */
  readonly bare?: boolean;
  /** Asked at the end: whether the focus goes back where it was. Without it, it does. */
  readonly goesBack?: () => boolean;
  readonly children: ReactNode;
}

/** A modal dialog that is open while it is mounted. Esc and a click outside close it; focus goes back where it was. */
export function Dialog({ title, onClose, bare, goesBack, children }: DialogProps): ReactNode {
  return (
    <CSPProvider disableStyleElements>
      <Base.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
        <Base.Portal>
          <Base.Backdrop className={styles.backdrop} />
          <Base.Popup className={styles.popup} finalFocus={() => goesBack?.() ?? true}>
            {bare === true ? (
              <Base.Title className="sr-only">{title}</Base.Title>
            ) : (
              <div className={styles.head}>
                <Base.Title className={styles.title}>{title}</Base.Title>
                <Button variant="ghost" onClick={onClose}>
                  Close
                </Button>
              </div>
            )}
            {bare === true ? (
              <div className={cx(styles.body, styles.bare)}>{children}</div>
            ) : (
              // biome-ignore lint/a11y/noNoninteractiveTabindex: it may scroll, so the keyboard must reach it
              // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
              <div className={styles.body} role="group" aria-label={title} tabIndex={0}>
                {children}
              </div>
            )}
          </Base.Popup>
        </Base.Portal>
      </Base.Root>
    </CSPProvider>
  );
}
