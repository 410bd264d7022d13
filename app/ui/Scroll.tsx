import type { ReactNode } from 'react';

export interface ScrollProps {
  /** What scrolls here, for those who hear it. */
  readonly label: string;
  readonly className: string | undefined;
  readonly children: ReactNode;
}

/** A part that may be wider or longer than its place: the keyboard reaches and scrolls it. */
export function Scroll({ label, className, children }: ScrollProps): ReactNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it may scroll, so the keyboard must reach it
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div className={className} role="group" aria-label={label} tabIndex={0}>
      {children}
    </div>
  );
}
