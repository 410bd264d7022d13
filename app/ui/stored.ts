import { useSyncExternalStore } from 'react';
import { browserStore } from './storage.ts';

const changed = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  changed.add(listener);
  return () => changed.delete(listener);
}

/** A small choice of this browser, kept in localStorage under `taskscope.<name>`. */
export function readStored(name: string): string | undefined {
  return browserStore.getItem(`taskscope.${name}`) ?? undefined;
}

export function writeStored(name: string, value: string): void {
  browserStore.setItem(`taskscope.${name}`, value);
  for (const listener of changed) listener();
}

/** The choice as state, and how to change it; every place that shows it follows. */
export function useStored(name: string, fallback: string): [string, (value: string) => void] {
  const value = useSyncExternalStore(subscribe, () => readStored(name) ?? fallback);
  return [value, (next) => writeStored(name, next)];
}
