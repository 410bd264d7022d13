import { type FormEvent, type ReactNode, type RefObject, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Section } from '../../ui/Section.tsx';
import styles from './state.module.css';

export interface AttachTaskProps {
  /** The field, for a command that leads to it. */
  readonly fieldRef?: RefObject<HTMLInputElement | null> | undefined;
  readonly onAttach: (taskId: string) => void;
}

/** Watches a task by its id: one from another client, or from before. */
export function AttachTask({ fieldRef, onAttach }: AttachTaskProps): ReactNode {
  const [id, setId] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const taskId = id.trim();
    if (taskId === '') return;
    onAttach(taskId);
    setId('');
  };
  return (
    <Section title="Watch a known task">
      <form className={styles.attach} onSubmit={submit} aria-label="Watch a known task">
        <input
          ref={fieldRef}
          aria-label="Task id"
          placeholder="tsk_…"
          autoComplete="off"
          spellCheck={false}
          value={id}
          onChange={(event) => setId(event.target.value)}
        />
        <Button type="submit" disabled={id.trim() === ''}>
          Watch
        </Button>
      </form>
    </Section>
  );
}
