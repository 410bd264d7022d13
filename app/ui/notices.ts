/** One message at a time, with at most one thing to do about it. */
export interface Notice {
  readonly id: number;
  readonly text: string;
  readonly action: { readonly label: string; readonly run: () => void } | undefined;
}

export interface Notices {
  current(): Notice | undefined;
  /** @returns its id */
  show(text: string, action?: Notice['action']): number;
  dismiss(id: number): void;
  subscribe(changed: () => void): () => void;
}

/** Notices replace each other; they never stack. How long one stays is up to the view. */
export function createNotices(): Notices {
  let current: Notice | undefined;
  let next = 1;
  const listeners = new Set<() => void>();
  const tell = (): void => {
    for (const listener of listeners) listener();
  };
  return {
    current: () => current,
    show(text, action) {
      current = { id: next, text, action };
      next += 1;
      tell();
      return current.id;
    },
    dismiss(id) {
      if (current?.id !== id) return;
      current = undefined;
      tell();
    },
    subscribe(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
  };
}
