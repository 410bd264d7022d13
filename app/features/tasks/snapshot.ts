import type { Observation, TaskHistory } from '../../engine/derive/model.ts';
import type { Engine, JsonObject } from '../../engine/index.ts';
import { isRecord } from '../../ui/record.ts';
import { parseJson } from '../../ui/wire.ts';

/** What the server said in an observation: the result of a poll or a handle, the params of a notification. */
export function snapshotOf(engine: Engine, observation: Observation | undefined): JsonObject | undefined {
  if (observation === undefined) return undefined;
  const parsed = parseJson(engine.log.bodyText(observation.seq));
  const message = parsed.ok ? parsed.value : undefined;
  if (!isRecord(message)) return undefined;
  const found = message.result ?? message.params;
  return isRecord(found) ? (found as JsonObject) : undefined;
}

/** The observation that a message brought, and the one before it; without a message, the latest. */
export function observedIn(
  task: TaskHistory,
  exchange: string | undefined,
  seq: number | undefined,
): { readonly here: Observation; readonly before: Observation | undefined } | undefined {
  for (let i = task.observations.size - 1; i >= 0; i -= 1) {
    const here = task.observations.at(i);
    if (here === undefined) return undefined;
    const hit = exchange === undefined || (seq === undefined ? here.exchange === exchange : here.seq === seq);
    if (hit) return { here, before: task.observations.at(i - 1) };
  }
  return undefined;
}
