import { useRef } from 'react';

/** Several forms that are sent as one. */
export interface AllFit {
  /** Asks each form whether its answer is fit; the last one to say so sends. With no form it sends at once. */
  readonly ask: (forms: readonly string[]) => void;
  /** A form found its answer fit. @returns false where it was not asked: the person sent this form alone */
  readonly fit: (form: string) => boolean;
  /** A form changed: what was asked before counts no more, and forms that are still being checked for it say so to nobody. */
  readonly changed: (form: string) => void;
}

/**
 * Holds a sending back until several forms have found their answers fit.
 * @param send called once a whole asking succeeds; forms are named by the ids that they have in the document
 */
export function useAllFit(send: () => void): AllFit {
  const waiting = useRef<Set<string>>(undefined);
  const stale = useRef(new Set<string>());
  const done = (): void => {
    waiting.current = undefined;
    send();
  };
  return {
    ask(forms) {
      stale.current.clear();
      if (forms.length === 0) {
        done();
        return;
      }
      waiting.current = new Set(forms);
      // The first one last, so that of several problems the first has the focus.
      for (const id of [...forms].reverse()) {
        const form = document.getElementById(id);
        if (form instanceof HTMLFormElement) form.requestSubmit();
      }
    },
    fit(form) {
      if (stale.current.delete(form)) return true;
      if (waiting.current?.delete(form) !== true) return false;
      if (waiting.current.size === 0) done();
      return true;
    },
    changed(form) {
      for (const id of waiting.current ?? []) stale.current.add(id);
      stale.current.delete(form);
      waiting.current = undefined;
    },
  };
}
