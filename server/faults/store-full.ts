import { StoreError } from '../ports/task-store.ts';
import { choice, faultKind } from './kind.ts';
import { storeWith } from './store-with.ts';

export const storeFull = faultKind({
  name: 'store-full',
  title: 'The store is full',
  group: 'store',
  breaks:
    'Nothing can be written any more. A server that promised a handle before it wrote would have promised what it cannot keep.',
  look: 'Calls are refused with 503 and no handle; tasks that are there stand still at their last true state and can be read.',
  parameters: { writes: choice('Which writes fail', 'all', ['all', 'new tasks', 'changes']) },
  make: ({ writes }) => {
    const full = async (): Promise<never> => {
      throw new StoreError('full', 'The store has no room left.');
    };
    return {
      wrapStore: (inner) =>
        storeWith(inner, {
          ...(writes === 'changes' ? {} : { create: full }),
          ...(writes === 'new tasks' ? {} : { commit: full }),
        }),
    };
  },
});
