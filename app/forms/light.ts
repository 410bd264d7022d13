/** What the shell needs of forms before one is shown: drafts, and the form as a component that loads itself. No rjsf in here. */
import { lazy } from 'react';

export { type FormDraft, isUntouched, type Outgoing, outgoing, startDraft } from './draft.ts';
export type { FieldProblem } from './problem.ts';
export type { SchemaFormProps, SubmitReport } from './SchemaForm.tsx';

/** The form; put it into a `<Suspense>`. */
export const SchemaForm = lazy(() => import('./index.ts').then((module) => ({ default: module.SchemaForm })));
