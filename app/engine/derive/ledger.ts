import type { Dict, Exchange, Question, TaskHistory, Truths } from './model.ts';

/**
 * What became of one key of `inputRequests`; moments are `mono` ms, undefined where it has not come to that or nobody told.
 * `again`: it was listed once more after it had gone. `reuse`: the server asked anew with an old key, which is forbidden (R42).
 * `stale`: an old answer told the old question again. `unclear`: without revisions the two cannot be told apart.
 */
export interface LedgerRow {
  readonly question: Question;
  readonly issued: number | undefined;
  readonly shown: number;
  readonly answered: number | undefined;
  readonly acked: number | undefined;
  readonly gone: number | undefined;
  readonly again: readonly { readonly at: number; readonly kind: 'reuse' | 'stale' | 'unclear' }[];
}

/** The keys of a task in the order in which they were first seen. */
export function keyLedger(
  task: TaskHistory,
  exchanges: Dict<Exchange>,
  truths: Truths | undefined,
): readonly LedgerRow[] {
  return task.questions.map((question) => {
    const { listed, gone, again } = listings(task, question.key);
    const update = exchanges.get(question.updateExchange ?? '');
    const acked = update?.outcome?.kind === 'result' ? update.endAt : undefined;
    return {
      question,
      issued: issuedAt(truths, listed),
      shown: question.firstMono,
      answered: question.sentAt,
      ...{ acked, gone, again },
    };
  });
}

function listings(task: TaskHistory, key: string) {
  const path = pathOf(key);
  let listed: number | undefined;
  let gone: { readonly mono: number; readonly revision: number | undefined } | undefined;
  const again: { at: number; kind: 'reuse' | 'stale' | 'unclear' }[] = [];
  for (const o of task.observations) {
    if (o.changed.includes(`- ${path}`)) gone = o;
    if (!o.changed.includes(`+ ${path}`)) continue;
    listed ??= o.revision;
    if (gone === undefined) continue;
    const told = o.revision !== undefined && gone.revision !== undefined;
    const kind = !told ? 'unclear' : (o.revision ?? 0) < (gone.revision ?? 0) ? 'stale' : 'reuse';
    again.push({ at: o.mono, kind });
  }
  return { listed, gone: gone?.mono, again };
}

/** As changed paths spell it (paths.ts). */
function pathOf(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? `inputRequests.${key}` : `inputRequests[${JSON.stringify(key)}]`;
}

/** The newest question that was truly asked up to the revision in which the key was first listed. */
function issuedAt(truths: Truths | undefined, revision: number | undefined): number | undefined {
  if (truths === undefined || revision === undefined) return undefined;
  let at: number | undefined;
  for (const truth of truths) if (truth.kind === 'asked' && truth.revision <= revision) at = truth.at;
  return at;
}
