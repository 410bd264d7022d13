import type { JsonObject } from '../protocol/json.ts';
import { cancelIgnored } from './cancel-ignored.ts';
import { cancelLate } from './cancel-late.ts';
import { cancelLoses } from './cancel-loses.ts';
import { clockJump } from './clock-jump.ts';
import { crashBeforeAnswer } from './crash-before-answer.ts';
import { crashBeforeCommit } from './crash-before-commit.ts';
import { crashInStep } from './crash-in-step.ts';
import { cutBody } from './cut-body.ts';
import { duplicateAnswers } from './duplicate-answers.ts';
import { earlyPurge } from './early-purge.ts';
import { expireAtTheEnd } from './expire-at-the-end.ts';
import { expireWaiting } from './expire-waiting.ts';
import { expireWorking } from './expire-working.ts';
import type { Fault } from './fault.ts';
import { handleTooEarly } from './handle-too-early.ts';
import { http429 } from './http-429.ts';
import { http500 } from './http-500.ts';
import { http502 } from './http-502.ts';
import { http503 } from './http-503.ts';
import { keyReuse } from './key-reuse.ts';
import type { FaultKind } from './kind.ts';
import { listenDies } from './listen-dies.ts';
import { lostLease } from './lost-lease.ts';
import { mixedGenerations } from './mixed-generations.ts';
import { neverDeclares } from './never-declares.ts';
import { noNestedResultType } from './no-nested-result-type.ts';
import { pollLimit } from './poll-limit.ts';
import { pushDropped } from './push-dropped.ts';
import { pushLate } from './push-late.ts';
import { pushReordered } from './push-reordered.ts';
import { pushRepeated } from './push-repeated.ts';
import { questionWithdrawn } from './question-withdrawn.ts';
import { FaultError, paramsOfText, readParams } from './read-params.ts';
import { slowFirstByte } from './slow-first-byte.ts';
import { staleReads } from './stale-reads.ts';
import { storeFull } from './store-full.ts';
import { terminalToWorking } from './terminal-to-working.ts';
import { unsharedReplicas } from './unshared-replicas.ts';
import { zombieWorker } from './zombie-worker.ts';

/** Every fault that can be switched on, by what it is about. */
export const FAULTS: readonly FaultKind[] = [
  ...[staleReads, handleTooEarly, storeFull],
  ...[expireWorking, expireWaiting, expireAtTheEnd, earlyPurge, clockJump],
  ...[crashInStep, crashBeforeCommit, crashBeforeAnswer, lostLease, zombieWorker],
  unsharedReplicas,
  ...[pushDropped, pushLate, pushRepeated, pushReordered, listenDies],
  ...[slowFirstByte, cutBody, duplicateAnswers, pollLimit, http500, http502, http503, http429],
  ...[cancelIgnored, cancelLate, cancelLoses],
  questionWithdrawn,
  ...[keyReuse, neverDeclares, mixedGenerations, terminalToWorking, noNestedResultType],
];

/** @throws FaultError with the names that there are */
export function faultNamed(name: string): FaultKind {
  const found = FAULTS.find((fault) => fault.name === name);
  if (found !== undefined) return found;
  const names = FAULTS.map((fault) => fault.name).join(', ');
  throw new FaultError(`There is no fault "${name.slice(0, 40)}", only: ${names}.`);
}

/**
 * A fault by its name, for `createDemoServer({faults: [faultOf('stale-reads', {lagMs: 500})]})`.
 * @throws FaultError for an unknown name and bad parameters
 */
export function faultOf(name: string, params: JsonObject = {}): Fault {
  const kind = faultNamed(name);
  return kind.make(readParams(kind, params));
}

/**
 * Reads `name` or `name=lagMs=500,how=cut`, as a flag or a link has it; `:` may stand for the first `=`.
 * @throws FaultError
 */
export function faultOfText(text: string): { readonly name: string; readonly params: JsonObject } {
  const [, name = '', params = ''] = /^([^=:]*)[=:]?(.*)$/s.exec(text) ?? [];
  return { name, params: paramsOfText(faultNamed(name), params) };
}
