import type { JsonValue } from '../../server/protocol/json.ts';
import { type Path, pathIn, pathKey, pointerSegments } from './path.ts';
import { distinct, type FieldProblem } from './problem.ts';
import { message } from './wording.ts';
import type { RawProblem } from './worker-messages.ts';

const ABOUT_A_PROPERTY = new Set(['required', 'additionalProperties', 'unevaluatedProperties']);

/** The worker's errors in words, by path; errors inside a failed composition are left to the composition's own. */
export function problemsOf(raw: readonly RawProblem[], value: JsonValue): readonly FieldProblem[] {
  const placed = raw.map((error) => ({ error, path: place(error, value) }));
  const composed = placed.filter(({ error }) => error.keyword === 'anyOf' || error.keyword === 'oneOf');
  const isInside = (path: Path, error: RawProblem): boolean =>
    /\/(anyOf|oneOf|not|contains|if|propertyNames)\//.test(error.schemaPointer) ||
    composed.some(
      (outer) => outer.error !== error && error.keyword !== 'required' && startsWith(path, outer.path),
    );
  return distinct(
    placed
      .filter(({ error, path }) => error.keyword !== 'if' && !isInside(path, error))
      .map(({ error, path }) => ({
        path,
        keyword: error.keyword,
        message: message(error.keyword, error.arg),
      })),
  );
}

function place(error: RawProblem, value: JsonValue): Path {
  const path = pathIn(value, pointerSegments(error.pointer));
  return error.property !== undefined && ABOUT_A_PROPERTY.has(error.keyword)
    ? [...path, error.property]
    : path;
}

function startsWith(path: Path, start: Path): boolean {
  return pathKey(path.slice(0, start.length)) === pathKey(start);
}
