import { decodeHeaderValue, HEADER } from '../protocol/headers.ts';
import { methodFacts } from '../protocol/methods.ts';

/**
 * `by-task` sends requests about a task where its handle came from; `by-turn` gives each request to the next replica, whatever it is
 * about: it shows that the store, not the route, makes the task (R6).
 */
export type Routing = 'by-task' | 'by-turn';

/**
 * The task that a request names in `Mcp-Name`, read from headers alone (Tasks, "Routing Headers"; R54). A replica compares the
 * header with the body (-32020), so a lie leads nowhere.
 */
export function routedTask(headers: Headers): string | undefined {
  const method = headers.get(HEADER.method);
  if (method === null || methodFacts(method)?.nameFrom !== 'taskId') return undefined;
  const name = headers.get(HEADER.name);
  return name === null ? undefined : decodeHeaderValue(name);
}
