import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { vi } from 'vitest';
import { isObject, type JsonObject, own } from '../../protocol/json.ts';
import { KEY_FILE } from '../key.ts';
import { processExists } from '../liveness.ts';
import { RpcClient } from '../rpc-client.ts';
import type { Spawned } from '../spawned.suite.ts';

/** A replica as the gateway's view has it. */
export interface Located {
  readonly replica: string;
  readonly pid: number;
  readonly address: string;
}

/** The gateway's view, as `/api/status` tells it to those who have the key of the data folder. */
export async function gatewayOf(dir: string, link: URL): Promise<JsonObject> {
  const key = (await readFile(join(dir, KEY_FILE), 'utf8')).trim();
  const response = await fetch(`${link.origin}/api/status`, { headers: { 'X-Taskscope-Key': key } });
  const gateway = own(await response.json(), 'gateway');
  return isObject(gateway) ? gateway : {};
}

export async function replicasOf(dir: string, link: URL): Promise<readonly Located[]> {
  return (await gatewayOf(dir, link)).replicas as unknown as readonly Located[];
}

/** Both replicas, spoken to directly, and the gateway in front of them. */
export async function two(dir: string, running: Spawned) {
  const link = await running.link;
  const [a, b] = await replicasOf(dir, link);
  if (a === undefined || b === undefined) throw new Error('there are two replicas');
  const at = (address: string) => new RpcClient(address);
  return { link, a, b, gateway: at(`${link.origin}/mcp`), onA: at(a.address), onB: at(b.address) };
}

/** Waits for a process to be gone; the signal is the operating system's, so it is asked again and again. */
export async function gone(pid: number): Promise<void> {
  await vi.waitFor(
    () => {
      if (processExists(pid)) throw new Error(`process ${pid} is still there`);
    },
    { timeout: 30_000, interval: 50 },
  );
}
