import type { ReactNode } from 'react';
import styles from './forms.module.css';
import { editorId } from './JsonEditor.tsx';
import { fieldId, type Path, pathText } from './path.ts';
import type { PlacedProblem } from './place.ts';

/** Puts the focus into a field, or into the nearest one around it, or into the JSON editor. */
export function focusField(formId: string, path: Path): void {
  for (let length = path.length; length > 0; length -= 1) {
    const element = document.getElementById(fieldId(formId, path.slice(0, length)));
    if (!element) continue;
    const control = element.matches('input, select, textarea')
      ? element
      : (element.querySelector<HTMLElement>('input:checked') ??
        element.querySelector<HTMLElement>('input, select, textarea, button'));
    control?.focus();
    return;
  }
  document.getElementById(editorId(formId))?.focus();
}

export interface ErrorSummaryProps {
  readonly formId: string;
  readonly problems: readonly PlacedProblem[];
}

/** Everything that is wrong, in one place; each line leads to its field. Announced when it appears. */
export function ErrorSummary({ formId, problems }: ErrorSummaryProps): ReactNode {
  const count = problems.length;
  return (
    <div role="alert" className={styles.summary}>
      <p>{count === 1 ? 'One thing is to be corrected:' : `${count} things are to be corrected:`}</p>
      <ul>
        {problems.map((problem) => {
          const name = problem.label || pathText(problem.path);
          const text = name === '' ? capital(problem.message) : `${name} ${problem.message}`;
          return (
            <li key={`${pathText(problem.path)} ${problem.keyword} ${problem.message}`}>
              <a
                href={`#${fieldId(formId, problem.field)}`}
                onClick={(event) => {
                  event.preventDefault();
                  focusField(formId, problem.field);
                }}
              >
                {text}
              </a>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
