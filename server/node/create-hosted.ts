import type { LocalDemo } from '../lab/hosted-demo.ts';
import { mortal } from '../lab/mortal.ts';
import type { LabServer } from '../lab/workers.ts';
import type { DemoWish, HostedDemo, Parts } from './demo.ts';

/** A demo, and what the lab breaks of it. */
export interface Hosted {
  readonly demo: HostedDemo;
  readonly servers: readonly LabServer[];
}

/**
 * Makes the demo; one of this process can be killed from then on, and comes back. Where it cannot be made, the store is closed.
 * @throws what `parts.createDemo` rejects with
 */
export async function createHosted(parts: Parts, wish: DemoWish): Promise<Hosted> {
  try {
    const demo = await parts.createDemo(wish);
    if (!isLocal(demo)) return { demo, servers: demo.replicas ?? [] };
    let next: LocalDemo | undefined = demo;
    const made = await mortal(async () => {
      // The first life is there; each later one tells its transitions as those of another start.
      const life = next ?? ((await parts.createDemo({ ...wish, bootId: wish.ids.short() })) as LocalDemo);
      next = undefined;
      return life;
    }, wish.machine);
    return {
      demo: made,
      servers: [{ server: null, faults: made.faults, kill: (downMs) => made.die(downMs) }],
    };
  } catch (error) {
    await wish.store.close();
    throw error;
  }
}

function isLocal(demo: HostedDemo): demo is HostedDemo & LocalDemo {
  return demo.faults !== undefined && demo.kill !== undefined;
}
