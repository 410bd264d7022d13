import { type JsonObject, own } from '../protocol/json.ts';
import { eachMessage } from './answers.ts';
import { forEach } from './asked.ts';
import type { Around, Fetch } from './fault.ts';

type Emit = (message: JsonObject) => void;

/** A wrapper around the pushes of each listen: what comes of a `notifications/tasks`; all else goes through. */
export function pushes(each: (around: Around) => (message: JsonObject, emit: Emit) => void) {
  return (inner: Fetch, around: Around): Fetch =>
    forEach(async (asked, request) => {
      const response = await inner(request);
      if (asked.method !== 'subscriptions/listen') return response;
      const push = each(around);
      return eachMessage(response, (message, emit) =>
        own(message, 'method') === 'notifications/tasks' ? push(message, emit) : emit(message),
      );
    })(inner);
}
