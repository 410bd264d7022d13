import { type Path, pathKey } from './path.ts';

const COMPOSITIONS = new Set(['anyOf', 'oneOf', 'not']);

/** One thing that is wrong with an answer: where, by which keyword, and what to do about it in plain words. */
export interface FieldProblem {
  readonly path: Path;
  /** The JSON Schema keyword, or `unchecked`, `exact`, `json` for what is not about a keyword. */
  readonly keyword: string;
  /** Without a subject: "must be at least 3 characters". */
  readonly message: string;
}

/** What a check came to. `refused` says why the check could not be made or finished; then no problems proves nothing. */
export interface Checked {
  readonly problems: readonly FieldProblem[];
  readonly refused?: string;
}

/** Every problem once. The first of two about the same keyword at the same place wins. */
export function distinct(problems: readonly FieldProblem[]): readonly FieldProblem[] {
  const seen = new Set<string>();
  return problems.filter((problem) => {
    const key = `${pathKey(problem.path)} ${problem.keyword} ${problem.message}`;
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

/** True for a composition that failed: what it says covers what its branches say. */
export function isComposition({ keyword }: FieldProblem): boolean {
  return COMPOSITIONS.has(keyword);
}

/** Leaves out what a failed composition at the same place says already: "must be Red or Green" needs no "must be text". */
export function withoutEchoes(problems: readonly FieldProblem[]): readonly FieldProblem[] {
  const places = new Set(problems.filter(isComposition).map(({ path }) => pathKey(path)));
  return problems.filter((problem) => isComposition(problem) || !places.has(pathKey(problem.path)));
}

/** True where `path` is `outer` or inside it. */
export function isWithin(path: Path, outer: Path): boolean {
  return outer.length <= path.length && outer.every((step, i) => step === path[i]);
}
