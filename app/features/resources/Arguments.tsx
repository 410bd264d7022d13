import { type ReactNode, useId } from 'react';
import { visible } from '../../ui/label.ts';
import styles from './resources.module.css';
import type { Completion } from './useCompletion.ts';

export interface Argument {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly required?: boolean | undefined;
}

export interface ArgumentsProps {
  readonly all: readonly Argument[];
  readonly values: Readonly<Record<string, string>>;
  readonly completion: Completion;
  readonly onChange: (values: Readonly<Record<string, string>>) => void;
}

/** Fields for texts that have a name, with what the server suggests for them. */
export function Arguments({ all, values, completion, onChange }: ArgumentsProps): ReactNode {
  const id = useId();
  return all.map(({ name, title, description, required }) => (
    <div key={name} className={styles.field}>
      <label htmlFor={`${id}${name}`}>
        {visible(title ?? name)} {title !== undefined && title !== name && <code>{visible(name)}</code>}{' '}
        <span className={styles.why}>{required === true ? 'required' : 'optional'}</span>
      </label>
      <input
        id={`${id}${name}`}
        list={`${id}${name}/values`}
        value={values[name] ?? ''}
        autoComplete="off"
        spellCheck={false}
        aria-describedby={description === undefined ? undefined : `${id}${name}/about`}
        onFocus={() => completion.ask(name, values[name] ?? '', values)}
        onChange={({ target: { value } }) => {
          const { [name]: _gone, ...others } = values;
          const next = value === '' ? others : { ...others, [name]: value };
          onChange(next);
          completion.ask(name, value, next);
        }}
      />
      <datalist id={`${id}${name}/values`}>
        {(completion.values[name] ?? []).map((value) => (
          <option key={value} value={value} />
        ))}
      </datalist>
      {description !== undefined && (
        <p id={`${id}${name}/about`} className={styles.why}>
          {description}
        </p>
      )}
    </div>
  ));
}
