import { type RefObject, useEffect } from 'react';

const FIELD = ':is(input, select, textarea, button[type="submit"])';

/**
 * Moves the focus into a panel when it is asked for: to the first field of its form, which may still be on its way, or to its
 * heading. Gives up where the person has gone elsewhere meanwhile.
 */
export function useFocusAsked(
  box: RefObject<HTMLElement | null>,
  asked: boolean,
  toForm: boolean,
  onFocused: () => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `onFocused` is new with each render and only answers
  useEffect(() => {
    const panel = box.current;
    if (!asked || panel === null) return undefined;
    const start = document.activeElement;
    const attempt = (): boolean => {
      const now = document.activeElement;
      const left = now !== start && now !== document.body && now !== null;
      const target = panel.querySelector<HTMLElement>(
        toForm ? `form fieldset:not(:disabled) ${FIELD}` : 'h2[tabindex="-1"]',
      );
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
