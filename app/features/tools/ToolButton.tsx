import { type ReactNode, useId } from 'react';
import type { ListedTool } from '../../engine/index.ts';
import { cx } from '../../ui/cx.ts';
import { visible } from '../../ui/label.ts';
import styles from './tools.module.css';

export interface ToolButtonProps {
  readonly tool: ListedTool;
  readonly on: boolean;
  /** -1 where a list lets Tab reach one tool only. */
  readonly tabIndex?: number;
  readonly onClick: () => void;
}

/** A tool in the list: the whole entry opens its form. */
export function ToolButton({ tool, on, tabIndex, onClick }: ToolButtonProps): ReactNode {
  const wrong =
    tool.excluded === undefined
      ? tool.inputSchema === undefined && 'malformed: it has no inputSchema'
      : `excluded: ${tool.excluded}`;
  const about = wrong || (tool.description ?? tool.title);
  const id = useId();
  return (
    <div className={cx(styles.tool, on && styles.on)} title={about}>
      <button
        type="button"
        className={styles.name}
        tabIndex={tabIndex}
        aria-current={on ? 'true' : undefined}
        aria-describedby={id}
        onClick={onClick}
      >
        <span className={styles.go}>{tool.excluded === undefined ? 'Open' : 'Why not'}</span>{' '}
        {visible(tool.name)}
      </button>
      <span id={id} className={cx(styles.about, wrong && styles.bad)}>
        {about}
      </span>
    </div>
  );
}
