import type { Answered, Engine, JsonObject, ListedTool } from '../../engine/index.ts';

/** What a scenario of the official suite gives its client. */
export interface Run {
  readonly engine: Engine;
  /** The server's URL. */
  readonly url: string;
  /** The scenario's own data, `{}` where it has none. */
  readonly context: JsonObject;
}

/** What a person would do in the page, for one scenario. Throws where the engine did not get what the scenario needs. */
export type Scenario = (run: Run) => Promise<void>;

/** The value of an answer. @throws an Error with the problem's code and words where there is none */
export function expected<T>(answer: Answered<T>): T {
  if (answer.ok) return answer.value;
  throw new Error(`${answer.problem.code}: ${answer.problem.message}`);
}

/** Connects and lists the tools that may be offered. Returns the endpoint as the engine knows it. */
export async function connectAndList({ engine, url }: Run): Promise<{
  readonly endpoint: string;
  readonly tools: readonly ListedTool[];
}> {
  expected(await engine.connect(url));
  const endpoint = engine.endpoint ?? url;
  const tools = expected(await engine.listTools(endpoint));
  return { endpoint, tools: tools.filter(({ excluded }) => excluded === undefined) };
}
