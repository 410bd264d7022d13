import { useMemo } from 'react';
import {
  type Engine,
  type JsonObject,
  type Prepared,
  stdioName,
  textAt,
  type World,
} from '../../engine/index.ts';
import { type FormDraft, type Outgoing, outgoing } from '../../forms/light.ts';
import { BREAKS, type Break, NOTHING, type Surroundings } from './breaks.ts';
import { type ComposeDraft, formOf } from './draft.ts';
import type { Facts } from './facts.ts';
import { builtText, type Message, messageOf } from './message.ts';
import { type Generation, paramsSchema } from './methods.ts';

/** All that follows from what is being composed. */
export interface Composed {
  readonly generation: Generation;
  /** Of the params, or of a tool's arguments; undefined for a method that is not known. */
  readonly schema: JsonObject | undefined;
  readonly form: FormDraft;
  readonly out: Outgoing;
  /** The message as the form makes it. */
  readonly built: string | undefined;
  readonly around: Surroundings;
  readonly broken: Break;
  /** What goes out; undefined where nothing can. */
  readonly message: Message | undefined;
}

const ANY: JsonObject = { type: 'object' };

/** @param nextId the JSON-RPC id of a message that the form makes */
export function useMessage(
  engine: Engine,
  world: World,
  endpoint: string,
  facts: Facts,
  draft: ComposeDraft,
  nextId: Prepared['id'],
): Composed {
  const { method, tool: name, mode } = draft;
  const tool = facts.tools.find((one) => one.name === name);
  const schema = method === 'tools/call' ? (tool?.inputSchema ?? ANY) : paramsSchema(method);
  const form = useMemo(() => formOf(draft, schema), [draft, schema]);
  const out = outgoing(form);
  const generation = world.endpoints.get(endpoint)?.generation?.kind ?? 'current';
  const way = stdioName(endpoint) === undefined ? engine.way(endpoint) : 'stdio';
  const lastId = lastIdOf(engine, world, endpoint);
  const typed = out.ok ? (out.text ?? JSON.stringify(out.value)) : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `typed` says all of `out`, which is another object each time
  const built = useMemo(
    () => (out.ok ? builtText(engine, endpoint, { method, tool: name }, out, nextId) : undefined),
    [engine, endpoint, method, name, typed, nextId],
  );
  const text = mode === 'text' ? draft.text : built;
  const wanted = BREAKS.find((one) => one.id === draft.broken) ?? NOTHING;
  const rest = useMemo(() => {
    const around: Surroundings = {
      method: (text !== undefined && methodIn(text)) || method,
      generation,
      way,
      lastId,
    };
    const broken = wanted.whyNot?.(around) === undefined ? wanted : NOTHING;
    const message =
      text === undefined
        ? undefined
        : messageOf(engine, endpoint, text, draft, broken, around, tool?.inputSchema);
    return { around, broken, message };
  }, [engine, endpoint, text, method, generation, way, lastId, wanted, draft, tool?.inputSchema]);
  return { generation, schema, form, out, built, ...rest };
}

function methodIn(text: string): string | undefined {
  const raw = textAt(text, ['method']);
  return raw?.startsWith('"') === true ? (JSON.parse(raw) as string) : undefined;
}

/** JSON text of the id of the newest request of this page to the endpoint. */
function lastIdOf(engine: Engine, world: World, endpoint: string): string | undefined {
  for (let i = world.exchanges.size - 1; i >= 0; i -= 1) {
    const exchange = world.exchanges.at(i);
    if (exchange?.endpoint !== endpoint || !exchange.own || exchange.step !== undefined) continue;
    if (exchange.rpcId === undefined) continue;
    return textAt(engine.log.bodyText(exchange.requestSeq), ['id']) ?? JSON.stringify(exchange.rpcId);
  }
  return undefined;
}
