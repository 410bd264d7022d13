import type { TabMemory } from './page.ts';

const MEMORY_KEY = 'taskscope:events';

/**
 * How many events a recording had at least, as this tab remembers it at once and through a reload. IndexedDB cannot say so: what a
 * page hands over while it goes may be written after its successor has read, or (Chromium, on a busy machine) never, even where
 * nothing but the end mark was left to write.
 */
export function rememberEvents(memory: TabMemory, recording: string, events: number): void {
  memory.set(MEMORY_KEY, `${events} ${recording}`);
}

/** Undefined where another recording, or none, was remembered last. */
export function rememberedEvents(memory: TabMemory, recording: string): number | undefined {
  const [events, of] = memory.get(MEMORY_KEY)?.split(' ') ?? [];
  return of === recording && /^\d+$/.test(events ?? '') ? Number(events) : undefined;
}
