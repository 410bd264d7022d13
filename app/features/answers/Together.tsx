import type { ReactNode } from 'react';
import type { Question } from '../../engine/derive/model.ts';
import { Button } from '../../ui/Button.tsx';
import { visible } from '../../ui/label.ts';
import styles from './answers.module.css';

export interface TogetherProps {
  /** The open questions that can go in one update; two or more. */
  readonly sendable: readonly Question[];
  /** The keys that are left out this time. */
  readonly left: ReadonlySet<string>;
  readonly onLeft: (left: ReadonlySet<string>) => void;
  /** The person is about to send them: the preview shows it. */
  readonly onShown: () => void;
  readonly onSend: () => void;
}

/** Sends several answers of a task in one `tasks/update`: all of them, or those that are ticked. */
export function Together({ sendable, left, onLeft, onShown, onSend }: TogetherProps): ReactNode {
  const n = sendable.filter(({ key }) => !left.has(key)).length;
  const toggle = (key: string, isOn: boolean): void => {
    const next = new Set(left);
    if (isOn) next.delete(key);
    else next.add(key);
    onLeft(next);
  };
  return (
    <div className={styles.together}>
      <Button
        variant="primary"
        disabled={n === 0}
        // It stays on show while the pointer goes on to the preview; typing or going into a question shows that one again.
        onPointerEnter={onShown}
        onFocus={onShown}
        onClick={onSend}
      >
        {n === sendable.length ? `Send all ${n} answers` : `Send ${n} of ${sendable.length} answers`}
      </Button>
      <span>in one tasks/update. Each can go alone, too: the task then asks on for the rest.</span>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has a frame of its own */}
      <div role="group" aria-label="Answers that go together" className={styles.ticks}>
        {sendable.map(({ key }) => (
          <label key={key}>
            <input
              type="checkbox"
              checked={!left.has(key)}
              onChange={(event) => toggle(key, event.target.checked)}
            />
            {visible(key)}
          </label>
        ))}
      </div>
    </div>
  );
}
