import { useState } from 'react';
import { browserStore } from './storage.ts';

/** A small choice of this browser, kept in localStorage under `taskscope.<name>`. */
export function readStored(name: string): string | undefined {
  return browserStore.getItem(`taskscope.${name}`) ?? undefined;
}

export function writeStored(name: string, value: string): void {
  browserStore.setItem(`taskscope.${name}`, value);
}

/** The choice as state; written when it changes. */
export function useStored(name: string, fallback: string): [string, (value: string) => void] {
  const [value, setValue] = useState(() => readStored(name) ?? fallback);
  return [
    value,
    (next) => {
      writeStored(name, next);
      setValue(next);
    },
  ];
}
