import type { ReactNode } from 'react';
import styles from './skip.module.css';

/** A place of the page: what the button says, and where the focus goes. */
export type Skip = readonly [name: string, selector: string];

const MAIN = 'main, [role="main"]';

/** For a page of one column, and for a view without parts. */
export const SKIP: readonly Skip[] = [['Skip to the view', MAIN]];

/** For the main view: the list of tools alone has dozens of stops for Tab. */
export const SKIPS: readonly Skip[] = [
  ['Skip to the tasks', '[data-lane] button[tabindex="0"]'],
  ['Skip to the traffic', '[role="treegrid"] [role="row"][tabindex="0"]'],
  ['Skip to the detail', '[role="tab"][aria-selected="true"]'],
];

/** The first stops of the page for Tab, seen only while they have the focus (WCAG 2.2, 2.4.1). */
export function SkipLinks({ skips }: { readonly skips: readonly Skip[] }): ReactNode {
  return skips.map(([name, selector]) => (
    <button key={name} type="button" className={styles.skip} onClick={() => goTo(selector)}>
      {name}
    </button>
  ));
}

/** What is not there, as a lane before the first task, leaves the main part, which takes the focus itself. */
function goTo(selector: string): void {
  const seen = (wanted: string): HTMLElement | undefined =>
    [...document.querySelectorAll<HTMLElement>(wanted)].find((element) => element.checkVisibility());
  const target = seen(selector) ?? seen(MAIN);
  if (target?.matches(MAIN)) target.tabIndex = -1;
  target?.focus();
}
