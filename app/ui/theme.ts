import { useSyncExternalStore } from 'react';
import { browserStore } from './storage.ts';

export type Theme = 'system' | 'light' | 'dark';

const KEY = 'taskscope.theme';

/** The theme that was chosen before, or `system`. */
export function storedTheme(): Theme {
  const found = browserStore.getItem(KEY);
  return found === 'light' || found === 'dark' ? found : 'system';
}

/** Makes `theme` the page's and remembers it. */
export function applyTheme(theme: Theme): void {
  if (theme === 'system') {
    delete document.documentElement.dataset.theme;
    browserStore.removeItem(KEY);
  } else {
    document.documentElement.dataset.theme = theme;
    browserStore.setItem(KEY, theme);
  }
}

const changed = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  changed.add(listener);
  return () => changed.delete(listener);
}

/** The theme and how to change it; every place that shows it follows. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const theme = useSyncExternalStore(subscribe, storedTheme);
  return [
    theme,
    (next) => {
      applyTheme(next);
      for (const listener of changed) listener();
    },
  ];
}
