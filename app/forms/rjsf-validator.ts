import type { ErrorSchema, RJSFSchema, ValidatorType } from '@rjsf/utils';
import type { JsonObject, JsonValue } from '../../server/protocol/json.ts';
import { checkCopy } from './check-copy.ts';
import type { Path } from './path.ts';
import type { FieldProblem } from './problem.ts';
import { validateSync } from './validate.ts';

/**
 * The validator rjsf insists on. The form's own problems come in as extra errors (useChecks.ts), so all that rjsf asks of it is
 * whether a value fits a subschema; it may not use eval, and so neither Ajv.
 */
export const rjsfValidator: ValidatorType = {
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  rawValidation: () => ({ errors: [] }),
  isValid: (schema: RJSFSchema, value: unknown, root: RJSFSchema) => {
    try {
      const { $defs, definitions } = root as { readonly $defs?: JsonValue; readonly definitions?: JsonValue };
      const copy = checkCopy({
        ...(schema as JsonObject),
        $defs: $defs ?? {},
        definitions: definitions ?? {},
      });
      const { problems, refused } = validateSync(copy, (value ?? null) as JsonValue);
      return refused === undefined && problems.length === 0;
    } catch {
      return false;
    }
  },
};

interface ErrorTree {
  __errors?: string[];
  [step: string]: ErrorTree | string[] | undefined;
}

/** Problems as the tree that rjsf hands to its fields. */
export function errorTree(problems: readonly FieldProblem[]): ErrorSchema {
  const root: ErrorTree = {};
  for (const { path, message } of problems) {
    const node = nodeAt(root, path);
    node.__errors = [...(node.__errors ?? []), message];
  }
  return root as ErrorSchema;
}

function nodeAt(root: ErrorTree, path: Path): ErrorTree {
  let here = root;
  for (const step of path) {
    const next = Object.hasOwn(here, step) ? (here[step] as ErrorTree) : {};
    here[step] = next;
    here = next;
  }
  return here;
}
