import { isObject, type JsonObject, own, ownString } from '../../../server/protocol/json.ts';
import { type Engine, type InputResponses, type Prepared, prepareRetry } from '../../engine/index.ts';
import { connectAndList, expected, type Scenario } from './scenario.ts';

/** More rounds than this are a server that does not stop asking. */
const MOST_ROUNDS = 10;

/** Calls each tool and answers what it asks, with a call to another tool in the midst of each first round. */
export const rounds: Scenario = async (run) => {
  const { endpoint, tools } = await connectAndList(run);
  for (const { name } of tools) {
    const other = tools.find((tool) => tool.name.includes('unrelated'))?.name;
    const meanwhile =
      other === undefined || other === name
        ? undefined
        : async () => void expected(await run.engine.call(run.engine.prepareCall(endpoint, other, {})));
    await callThrough(run.engine, run.engine.prepareCall(endpoint, name, {}), meanwhile);
  }
};

async function callThrough(engine: Engine, first: Prepared, meanwhile?: () => Promise<void>): Promise<void> {
  let prepared = first;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const outcome = expected(await engine.call(prepared));
    if (outcome.kind === 'other') throw new Error(outcome.problem.message);
    if (outcome.kind !== 'input_required') return;
    if (round === 0) await meanwhile?.();
    const requestState = own(outcome.result, 'requestState');
    prepared = prepareRetry(engine, prepared, {
      inputResponses: answers(own(outcome.result, 'inputRequests')),
      ...(requestState === undefined ? {} : { requestState }),
    });
  }
  throw new Error(`${MOST_ROUNDS} rounds, and the server still asks`);
}

/** Yes to everything that can be answered by a form. */
function answers(inputRequests: unknown): InputResponses {
  if (!isObject(inputRequests)) return {};
  return Object.fromEntries(
    Object.entries(inputRequests)
      .filter(([, request]) => ownString(request, 'method') === 'elicitation/create')
      .map(([key, request]) => [
        key,
        { action: 'accept' as const, content: yes(own(own(request, 'params'), 'requestedSchema')) },
      ]),
  );
}

function yes(schema: unknown): JsonObject {
  const properties = own(schema, 'properties');
  return Object.fromEntries(Object.keys(isObject(properties) ? properties : {}).map((name) => [name, true]));
}
