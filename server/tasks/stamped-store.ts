import type { Clock } from '../ports/clock.ts';
import type { TaskStore } from '../ports/task-store.ts';

/** A store that is told, with each transition, whose commit it is and when by that server's own monotonic clock (design, idea 7). */
export function stamped(store: TaskStore, clock: Clock, bootId: string): TaskStore {
  const create: TaskStore['create'] = (row, event) =>
    store.create(row, { ...event, mono: clock.mono(), bootId });
  const commit: TaskStore['commit'] = (row, expected, event) =>
    store.commit(row, expected, { ...event, mono: clock.mono(), bootId });
  return new Proxy(store, {
    get(target, name) {
      if (name === 'create') return create;
      if (name === 'commit') return commit;
      const found: unknown = Reflect.get(target, name, target);
      return typeof found === 'function' ? found.bind(target) : found;
    },
  });
}
