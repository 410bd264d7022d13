import { type RefObject, useEffect } from 'react';

const FIELD = ':is(input, select, textarea, button[type="submit"])';

/** Where the focus is to come: into the panel, or to a question of a task. */
export type FocusAsked = 'panel' | { readonly question: string } | undefined;

/** What is to have the focus in the panel; null as long as it is not there. */
function targetIn(panel: HTMLElement, asked: FocusAsked, toForm: boolean): HTMLElement | null {
  if (typeof asked !== 'object')
    return panel.querySelector(toForm ? `form fieldset:not(:disabled) ${FIELD}` : 'h2[tabindex="-1"]');
  const cards = [...panel.querySelectorAll<HTMLElement>('[data-question]')];
  return cards.find(({ dataset }) => dataset.question === asked.question)?.querySelector('h2') ?? null;
}

/**
 * Moves the focus into a panel when it is asked for: to the first field of its form, which may still be on its way, or to its
 * heading. Gives up where the person has gone elsewhere meanwhile.
 */
export function useFocusAsked(
  box: RefObject<HTMLElement | null>,
  asked: FocusAsked,
  toForm: boolean,
  onFocused: () => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `onFocused` is new with each render and only answers
  useEffect(() => {
    const panel = box.current;
    if (asked === undefined || panel === null) return undefined;
    const start = document.activeElement;
    const attempt = (): boolean => {
      const now = document.activeElement;
      const left = now !== start && now !== document.body && now !== null;
      const target = targetIn(panel, asked, toForm);
      if (!left && target === null) return false;
      if (!left) target?.focus();
      onFocused();
      return true;
    };
    if (attempt()) return undefined;
    const observer = new MutationObserver(() => {
      if (attempt()) observer.disconnect();
    });
    observer.observe(panel, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [asked, toForm]);
}
