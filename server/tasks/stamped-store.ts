import type { Clock } from '../ports/clock.ts';
import type { TaskStore } from '../ports/task-store.ts';

/** A store that is told, with each transition, whose commit it is and when by that server's own monotonic clock (design, idea 7). */
export function stamped(store: TaskStore, clock: Clock, bootId: string): TaskStore {
  const create: TaskStore['create'] = (row, event) =>
    store.create(row, { ...event, mono: clock.mono(), bootId });
  const commit: TaskStore['commit'] = (row, expected, event) =>
    store.commit(row, expected, { ...event, mono: clock.mono(), bootId });
  // Bound once: each poll asks for one of them.
  const bound = new Map<string | symbol, unknown>([
    ['create', create],
    ['commit', commit],
  ]);
  return new Proxy(store, {
    get(target, name) {
      const known = bound.get(name);
      if (known !== undefined) return known;
      const found: unknown = Reflect.get(target, name, target);
      if (typeof found !== 'function') return found;
      const made: unknown = found.bind(target);
      bound.set(name, made);
      return made;
    },
  });
}
