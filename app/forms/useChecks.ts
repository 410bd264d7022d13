import { useCallback, useMemo, useRef, useState } from 'react';
import { type JsonObject, sameJson } from '../../server/protocol/json.ts';
import type { FullCheck } from './checker.ts';
import { type FormDraft, outgoing } from './draft.ts';
import { scanJson } from './json-text.ts';
import { INEXACT, isNumber } from './number-text.ts';
import { valueAt } from './path.ts';
import { type PlacedProblem, placed } from './place.ts';
import type { PreparedSchema } from './prepare.ts';
import { type Checked, distinct, type FieldProblem } from './problem.ts';
import { validateSync } from './validate.ts';

interface FullResult extends Checked {
  readonly data: JsonObject;
}

/** The worker's check of one draft, running or done. */
interface Running {
  readonly data: JsonObject;
  readonly prepared: PreparedSchema;
  readonly result: Promise<Checked>;
}

export interface Checks {
  /** All that is known to be wrong with the draft, at its fields. */
  readonly problems: readonly PlacedProblem[];
  /** Runs the worker's check where the schema needs one; the result is what is wrong with this very draft. */
  readonly checkFully: () => Promise<readonly PlacedProblem[]>;
}

/** Checks a draft: at once what the synchronous check covers, and on demand the rest in the worker. */
export function useChecks(prepared: PreparedSchema, draft: FormDraft, fullCheck: FullCheck): Checks {
  const [full, setFull] = useState<FullResult | undefined>(undefined);
  const sync = useMemo(() => checkNow(prepared, draft), [prepared, draft]);
  const latest = useRef(draft.data);
  latest.current = draft.data;
  const running = useRef<Running | undefined>(undefined);

  const problems = useMemo(
    () => placed(prepared.plan, merge(sync, full && stillTrue(full, draft)), draft.data),
    [prepared, sync, full, draft],
  );

  const checkFully = useCallback(async () => {
    if (!needsWorker(prepared) || !outgoing(draft).ok) return placed(prepared.plan, sync, draft.data);
    // Leaving a field by pressing the button asks twice for the same draft.
    const isRunning = running.current?.data === draft.data && running.current.prepared === prepared;
    const result =
      isRunning && running.current ? running.current.result : fullCheck(prepared.schema, draft.data);
    running.current = { data: draft.data, prepared, result };
    const checked = await result;
    if (latest.current === draft.data) setFull({ ...checked, data: draft.data });
    return placed(prepared.plan, merge(sync, fromWorker(checked)), draft.data);
  }, [prepared, draft, sync, fullCheck]);

  return { problems, checkFully };
}

function needsWorker(prepared: PreparedSchema): boolean {
  return prepared.check?.partial === true;
}

/** The synchronous part: what the JSON text would lose, numbers that are none, and the schema. */
export function checkNow(prepared: PreparedSchema, draft: FormDraft): readonly FieldProblem[] {
  const out = outgoing(draft);
  if (!out.ok) return [{ path: [], keyword: 'json', message: out.reason }];
  const losses = draft.text === undefined ? [] : scanJson(draft.text).losses;
  const exact = losses.map(
    ({ line, column, message }): FieldProblem => ({
      path: [],
      keyword: 'exact',
      message: `line ${line}, column ${column}: ${message}`,
    }),
  );
  if (!prepared.check) return exact;
  const { problems, refused } = validateSync(prepared.check, out.value);
  const worded = problems.map((problem) => rewordNumber(problem, out.value));
  // What the synchronous check could not finish, the worker may; only a schema without a worker's check stays unchecked.
  const unchecked = refused === undefined || needsWorker(prepared) ? [] : [uncheckedProblem(refused)];
  return [...exact, ...worded, ...unchecked];
}

/** A text in a number field says why it is still text. */
function rewordNumber(problem: FieldProblem, data: JsonObject): FieldProblem {
  const value = valueAt(data, problem.path);
  if (problem.keyword !== 'type' || typeof value !== 'string' || !/number$/.test(problem.message))
    return problem;
  return isNumber(value) ? { ...problem, message: INEXACT } : problem;
}

/** Results of an earlier draft count where the value is still the same. */
function stillTrue(full: FullResult, draft: FormDraft): readonly FieldProblem[] {
  const { data } = draft;
  if (!outgoing(draft).ok) return [];
  return fromWorker(full).filter(
    ({ path }) =>
      full.data === data || (path.length > 0 && sameJson(valueAt(full.data, path), valueAt(data, path))),
  );
}

function fromWorker({ problems, refused }: Checked): readonly FieldProblem[] {
  return refused === undefined ? problems : [...problems, uncheckedProblem(refused)];
}

function uncheckedProblem(reason: string): FieldProblem {
  return { path: [], keyword: 'unchecked', message: `this could not be checked: ${reason}` };
}

function merge(
  sync: readonly FieldProblem[],
  full: readonly FieldProblem[] | undefined,
): readonly FieldProblem[] {
  const known = new Set(sync.map(({ path, keyword }) => JSON.stringify([path, keyword])));
  const more = (full ?? []).filter(({ path, keyword }) => !known.has(JSON.stringify([path, keyword])));
  return distinct([...sync, ...more]);
}
