import type { TaskEvent } from '../ports/task-store.ts';
import { openStore } from '../stores/open.ts';
import { RpcClient } from './rpc-client.ts';
import { type Spawned, spawnCommand } from './spawned.suite.ts';
import { approve, finish, report, watch } from './watch.suite.ts';

export interface CrashRun {
  /** The bundled command. */
  readonly file: string;
  readonly dir: string;
  readonly tasks: number;
  readonly kills: number;
}

/** What became of the acknowledged tasks. `events` come from the store itself, opened after the last process has ended. */
export interface Outcome {
  readonly acknowledged: readonly string[];
  readonly killed: number;
  readonly histories: ReadonlyMap<string, readonly TaskEvent[]>;
}

/** Calls under way at once: some are always cut off by the kill. */
const BURST = 6;
const SPEED = '20';
/** How many more things are said in each round before its kill. */
const WORDS = 2;

/**
 * Creates tasks over HTTP and answers their questions, while the command is killed with SIGKILL again and again, each time at
 * another moment; then starts it once more, lets all tasks end, and reads the store. A call that the kill cut off acknowledged
 * nothing, so it does not count. Nothing sleeps: each kill follows the n-th thing that the server has said.
 */
export async function crashRun({ file, dir, tasks, kills }: CrashRun): Promise<Outcome> {
  const acknowledged: string[] = [];
  let killed = 0;
  let port = '0';
  const start = async (): Promise<{ running: Spawned; client: RpcClient }> => {
    const running = spawnCommand(file, ['--data', dir, '--port', port, '--speed', SPEED]);
    const link = await running.link;
    port = link.port;
    return { running, client: new RpcClient(`${link.origin}/mcp`) };
  };
  for (let round = 0; round < kills; round += 1) {
    const { running, client } = await start();
    await sayUntil(1 + WORDS * round, running, client, acknowledged, tasks);
    const { signal } = await running.exit;
    if (signal === 'SIGKILL') killed += 1;
  }
  const { running, client } = await start();
  while (acknowledged.length < tasks) acknowledged.push(await report(client));
  await finish(client, acknowledged);
  running.kill('SIGTERM');
  await running.exit;
  return { acknowledged, killed, histories: await readHistories(dir, acknowledged) };
}

/**
 * Works on the server until it has said `words` new things, then kills it at once, in the middle of whatever it does: a handle,
 * the acknowledgement of an answer, a task's next state. What a listen begins with is known already and does not count.
 */
async function sayUntil(
  words: number,
  running: Spawned,
  client: RpcClient,
  acknowledged: string[],
  tasks: number,
): Promise<void> {
  let said = 0;
  const say = (): void => {
    said += 1;
    if (said === words) running.kill('SIGKILL');
  };
  const create = async (): Promise<void> => {
    acknowledged.push(await report(client));
    say();
  };
  const known = [...acknowledged];
  const answer = async (): Promise<void> => {
    const open = new Set<string>();
    const heard = new Set<string>();
    for await (const told of watch(client, known)) {
      if (told.kind === 'accepted') for (const taskId of told.taskIds) open.add(taskId);
      else {
        if (heard.has(told.taskId)) say();
        heard.add(told.taskId);
        if (told.status === 'completed') open.delete(told.taskId);
        if (told.status === 'input_required') {
          await approve(client, told.taskId);
          say();
        }
      }
      // Where all have ended, nothing new is to come.
      if (open.size === 0) return;
    }
  };
  const burst = Array.from({ length: Math.min(BURST, tasks - known.length) }, create);
  await Promise.allSettled([...burst, answer()]);
  running.kill('SIGKILL');
}

async function readHistories(
  dir: string,
  taskIds: readonly string[],
): Promise<ReadonlyMap<string, readonly TaskEvent[]>> {
  const { store } = await openStore({ dir });
  try {
    const entries = taskIds.map(async (taskId) => [taskId, await store.events(taskId)] as const);
    return new Map(await Promise.all(entries));
  } finally {
    await store.close();
  }
}

/** What is wrong with an outcome, in words; empty where each acknowledged task exists and came to its end exactly once. */
export function complaints({ acknowledged, histories }: Omit<Outcome, 'killed'>): string[] {
  return acknowledged.flatMap((taskId) => {
    const events = histories.get(taskId) ?? [];
    if (events.length === 0) return [`${taskId} is lost`];
    const ends = events.filter((event) => event.to === 'completed' && event.from !== 'completed').length;
    const gap = events.findIndex((event, i) => event.revision !== i + 1);
    const last = events.at(-1)?.to;
    return [
      ...(ends === 1 ? [] : [`${taskId} was completed ${ends} times`]),
      ...(last === 'completed' ? [] : [`${taskId} is ${last}`]),
      ...(gap === -1 ? [] : [`${taskId} has no revision ${gap + 1} in its place`]),
    ];
  });
}
