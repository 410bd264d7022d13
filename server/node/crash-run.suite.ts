import type { TaskEvent } from '../ports/task-store.ts';
import { openStore } from '../stores/open.ts';
import type { Outcome } from './crash-complaints.suite.ts';
import { RpcClient } from './rpc-client.ts';
import { type Spawned, spawnCommand } from './spawned.suite.ts';
import { approve, finish, reported, type Seen, watch } from './watch.suite.ts';

export interface CrashRun {
  /** The bundled command. */
  readonly file: string;
  readonly dir: string;
  readonly tasks: number;
  readonly kills: number;
}

export interface CrashOutcome extends Outcome {
  readonly acknowledged: readonly string[];
  readonly killed: number;
}

/** Calls under way at once: some are always cut off by the kill. */
const BURST = 6;
const SPEED = '20';
/** How many more things are said in each round before its kill, and after how many rounds that begins anew. */
const WORDS = 2;
const CYCLE = 10;

/** What has been acknowledged so far. */
interface Known {
  readonly told: Seen[];
  readonly answered: { readonly taskId: string; readonly by: number }[];
  /** Every task, in the order of their handles. */
  readonly acknowledged: string[];
  /** Tasks that were told as completed: nothing more is to come of them. */
  readonly ended: Set<string>;
}

/**
 * Creates tasks over HTTP and answers their questions, while the command is killed with SIGKILL again and again, each time at
 * another moment; then starts it once more, lets all tasks end, and reads the store. A call that the kill cut off acknowledged
 * nothing, so it does not count. Nothing sleeps: each kill follows the n-th thing that the server has said.
 */
export async function crashRun({ file, dir, tasks, kills }: CrashRun): Promise<CrashOutcome> {
  const known: Known = { told: [], answered: [], acknowledged: [], ended: new Set() };
  const { acknowledged, told, answered } = known;
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
    await sayUntil(1 + WORDS * (round % CYCLE), running, client, known, tasks);
    const { signal } = await running.exit;
    if (signal === 'SIGKILL') killed += 1;
  }
  const { running, client } = await start();
  while (acknowledged.length < tasks) note(known, await reported(client));
  await finish(
    client,
    acknowledged.filter((taskId) => !known.ended.has(taskId)),
  );
  running.kill('SIGTERM');
  await running.exit;
  return { acknowledged, killed, told, answered, histories: await readHistories(dir, acknowledged) };
}

/** Notes a handle or a state that was told. */
function note({ told, acknowledged, ended }: Known, seen: Seen): void {
  told.push(seen);
  if (seen.revision === 1 && !acknowledged.includes(seen.taskId)) acknowledged.push(seen.taskId);
  if (seen.status === 'completed') ended.add(seen.taskId);
}

/**
 * Works on the server until it has said `words` new things, then kills it at once, in the middle of whatever it does: a handle,
 * the acknowledgement of an answer, a task's next state. What a listen begins with is known already and does not count.
 */
async function sayUntil(
  words: number,
  running: Spawned,
  client: RpcClient,
  known: Known,
  tasks: number,
): Promise<void> {
  let said = 0;
  const say = (): void => {
    said += 1;
    if (said === words) running.kill('SIGKILL');
  };
  const create = async (): Promise<void> => {
    note(known, await reported(client));
    say();
  };
  const open = known.acknowledged.filter((taskId) => !known.ended.has(taskId));
  const answer = async (): Promise<void> => {
    const going = new Set<string>();
    const heard = new Set<string>();
    for await (const told of watch(client, open)) {
      if (told.kind === 'accepted') for (const taskId of told.taskIds) going.add(taskId);
      else {
        note(known, told);
        if (heard.has(told.taskId)) say();
        heard.add(told.taskId);
        if (told.status === 'completed') going.delete(told.taskId);
        if (told.status === 'input_required') {
          await approve(client, told.taskId);
          known.answered.push({ taskId: told.taskId, by: Date.now() });
          say();
        }
      }
      // Where all have ended, nothing new is to come.
      if (going.size === 0) return;
    }
  };
  const burst = Array.from({ length: Math.min(BURST, tasks - known.acknowledged.length) }, create);
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
