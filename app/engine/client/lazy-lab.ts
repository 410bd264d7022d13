import type { Lab } from '../engine.ts';
import type { LabClient } from './lab-client.ts';
import type { EngineOptions } from './options.ts';
import type { Sender } from './sender.ts';

export interface LazyLab {
  get(): Promise<Lab>;
  /** An endpoint came into use: its lab, where it has one, is listened to. */
  listen(endpoint: string): void;
  close(): void;
}

/** The lab's client, loaded when a server that has one comes into use: the page's first view does without. */
export function lazyLab(sender: Sender, address: EngineOptions['lab']): LazyLab | undefined {
  if (address === undefined) return undefined;
  let loading: Promise<LabClient> | undefined;
  const get = (): Promise<LabClient> => {
    const endpoint = (): string | undefined => {
      const { connected } = sender.world();
      return connected !== undefined && address.isOwn(connected) ? connected : undefined;
    };
    loading ??= import('./lab-client.ts').then((loaded) => new loaded.LabClient(sender, address, endpoint));
    return loading;
  };
  return {
    get,
    listen(endpoint) {
      if (address.isOwn(endpoint)) void get().then((lab) => lab.open());
    },
    close() {
      void loading?.then((lab) => lab.close());
    },
  };
}
