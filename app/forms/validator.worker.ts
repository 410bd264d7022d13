/**
 * The full validator: Ajv, which compiles schemas with `new Function`. The page's policy forbids that, so this file is served
 * with a policy of its own, and it is killed when a pattern does not end (checker.ts). It makes no request: a `$ref` that leaves
 * the schema fails to compile.
 */
import { customizeValidator } from '@rjsf/validator-ajv8';
import Ajv, { type ErrorObject, type ValidateFunction } from 'ajv';
import Ajv2020 from 'ajv/dist/2020.js';
import type { CheckRequest, RawProblem, WorkerMessage } from './worker-messages.ts';

type Compiler = ReturnType<typeof customizeValidator>;

/** One compiler a dialect, kept: making one compiles the dialect's own schema first. */
const compilers = new Map<string, Compiler>();

function compilerFor(old: boolean, unicodeRegExp: boolean): Compiler {
  const key = `${old} ${unicodeRegExp}`;
  const made =
    compilers.get(key) ??
    customizeValidator({
      AjvClass: old ? Ajv : (Ajv2020 as unknown as typeof Ajv),
      // A property may be called `toString`: only the value's own count.
      ajvOptionsOverrides: { unicodeRegExp, logger: false, ownProperties: true },
    });
  compilers.set(key, made);
  made.reset(); // forgets the last schema: two may carry the same `$id`
  return made;
}

/** Compiles a schema; the result checks a value. Throws where the schema does not compile. */
export function compile({
  $schema,
  ...schema
}: CheckRequest['schema']): (value: CheckRequest['value']) => readonly RawProblem[] {
  // `$schema` is taken off, so that an unknown dialect is read as 2020-12 instead of being refused.
  const old = typeof $schema === 'string' && /draft-0[67]/.test($schema);
  const validate = withFallback((unicodeRegExp) => compilerFor(old, unicodeRegExp).ajv.compile(schema));
  return (value) => {
    validate(value);
    return (validate.errors ?? []).map(raw);
  };
}

/** Many patterns in the wild (`\-`, `\_`) are only valid without the `u` flag. */
function withFallback(make: (unicodeRegExp: boolean) => ValidateFunction): ValidateFunction {
  try {
    return make(true);
  } catch (error) {
    if (error instanceof SyntaxError || /regular expression/i.test(String(error))) return make(false);
    throw error;
  }
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

/** Answers one request through `post`. Never throws. */
export function answer({ id, schema, value }: CheckRequest, post: (message: WorkerMessage) => void): void {
  try {
    const check = compile(schema);
    post({ kind: 'running', id });
    post({ kind: 'checked', id, problems: check(value) });
  } catch (error) {
    post({ kind: 'failed', id, reason: error instanceof Error ? error.message : 'unknown' });
  }
}

// In tests this file is imported where there is no worker scope.
const scope = globalThis as { postMessage?: (message: WorkerMessage) => void } & typeof globalThis;
if (typeof scope.postMessage === 'function' && typeof document === 'undefined') {
  const post = (message: WorkerMessage): void => scope.postMessage?.(message);
  scope.addEventListener('message', (event: MessageEvent<CheckRequest>) => answer(event.data, post));
  post({ kind: 'ready' });
}
