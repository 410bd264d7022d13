/** The form, with rjsf and the validators behind it: one chunk. The first view imports `light.ts` instead. */
export type { FullCheck } from './checker.ts';
export { type PreparedSchema, prepare, type SchemaKind } from './prepare.ts';
export type { FieldProblem } from './problem.ts';
export { SchemaForm, type SchemaFormProps, type SubmitReport } from './SchemaForm.tsx';
