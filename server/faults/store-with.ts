import type { TaskStore } from '../ports/task-store.ts';

/** A store of which some parts are replaced; everything else is the inner one's. */
export function storeWith(inner: TaskStore, changed: Partial<TaskStore>): TaskStore {
  return new Proxy(inner, {
    get: (store, name) => {
      if (Object.hasOwn(changed, name)) return Reflect.get(changed, name);
      const value: unknown = Reflect.get(store, name);
      return typeof value === 'function' ? value.bind(store) : value;
    },
  });
}
