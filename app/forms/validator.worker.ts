/**
 * The full validator: Ajv, which compiles schemas with `new Function`. The page's policy forbids that, so this file is served
 * with a policy of its own, and it is killed when a pattern does not end (checker.ts). It makes no request: a `$ref` that leaves
 * the schema fails to compile.
 */
import { customizeValidator } from '@rjsf/validator-ajv8';
import Ajv, { type ErrorObject } from 'ajv';
import Ajv2020 from 'ajv/dist/2020.js';
import type { CheckRequest, RawProblem, WorkerMessage } from './worker-messages.ts';

/** Checks a value with Ajv. Throws where the schema does not compile. */
export function checkWithAjv({ schema, value }: Omit<CheckRequest, 'id'>): readonly RawProblem[] {
  const { $schema, ...rest } = schema;
  const old = typeof $schema === 'string' && /draft-0[67]/.test($schema);
  const run = (unicodeRegExp: boolean) =>
    customizeValidator({
      // `$schema` is taken off, so that an unknown dialect is read as 2020-12 instead of being refused.
      AjvClass: old ? Ajv : (Ajv2020 as unknown as typeof Ajv),
      ajvOptionsOverrides: { unicodeRegExp, logger: false },
    }).rawValidation<ErrorObject>(rest, value);
  let result = run(true);
  // Many patterns in the wild (`\-`, `\_`) are only valid without the `u` flag.
  if (
    result.validationError instanceof SyntaxError ||
    /regular expression/i.test(String(result.validationError))
  ) {
    result = run(false);
  }
  if (result.validationError) throw result.validationError;
  return (result.errors ?? []).map(raw);
}

function raw(error: ErrorObject): RawProblem {
  const params = error.params as { readonly [name: string]: unknown };
  const property =
    params.missingProperty ?? params.additionalProperty ?? params.unevaluatedProperty ?? params.propertyName;
  return {
    pointer: error.instancePath,
    keyword: error.keyword,
    arg: error.schema as RawProblem['arg'],
    schemaPointer: error.schemaPath,
    ...(typeof property === 'string' && { property }),
  };
}

/** Answers one request. Never throws. */
export function answer(request: CheckRequest): WorkerMessage {
  try {
    return { kind: 'checked', id: request.id, problems: checkWithAjv(request) };
  } catch (error) {
    return { kind: 'failed', id: request.id, reason: error instanceof Error ? error.message : 'unknown' };
  }
}

// In tests this file is imported where there is no worker scope.
const scope = globalThis as { postMessage?: (message: WorkerMessage) => void } & typeof globalThis;
if (typeof scope.postMessage === 'function' && typeof document === 'undefined') {
  scope.addEventListener('message', (event: MessageEvent<CheckRequest>) => {
    scope.postMessage?.(answer(event.data));
  });
  scope.postMessage({ kind: 'ready' });
}
