import { inspect } from 'node:util';
import { StoreError } from '../ports/task-store.ts';
import { harmless } from './harmless.ts';

/**
 * Tells the terminal why an answer could not be given: a store that cannot answer in its one line, which says what to do; anything else,
 * being a mistake of ours, in full. Neither can steer the terminal.
 */
export function complain(error: unknown): void {
  console.error(harmless(error instanceof StoreError ? error.message : inspect(error)));
}
