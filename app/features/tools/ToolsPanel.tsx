import { type ReactNode, useId } from 'react';
import type { Engine, ListedTool } from '../../engine/index.ts';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { problemOf } from '../../ui/failure.ts';
import { ProblemCard } from '../../ui/ProblemCard.tsx';
import { Empty, Section } from '../../ui/Section.tsx';
import { useTools } from './queries.ts';
import styles from './tools.module.css';

export interface ToolsPanelProps {
  readonly engine: Engine;
  readonly endpoint: string | undefined;
  readonly selected: string | undefined;
  readonly onSelect: (tool: string) => void;
}

/** The tools of the server, each one click away from its form. */
export function ToolsPanel({ engine, endpoint, selected, onSelect }: ToolsPanelProps): ReactNode {
  const query = useTools(engine, endpoint);
  if (endpoint === undefined) return null;
  const tools = query.data?.tools;
  return (
    <Section title="Tools" side={tools === undefined ? undefined : tools.length}>
      {query.isError && (
        <ProblemCard problem={problemOf(query.error)}>
          <Button onClick={() => void query.refetch()}>Try again</Button>
        </ProblemCard>
      )}
      {tools === undefined && query.isPending && <Empty busy title="Asking for the tools" />}
      {tools?.length === 0 && <Empty title="The server lists no tools" />}
      <ul className={styles.list}>
        {tools?.map((tool) => (
          <li key={tool.name}>
            <ToolButton tool={tool} on={tool.name === selected} onClick={() => onSelect(tool.name)} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

interface ToolButtonProps {
  readonly tool: ListedTool;
  readonly on: boolean;
  readonly onClick: () => void;
}

function ToolButton({ tool, on, onClick }: ToolButtonProps): ReactNode {
  const about = tool.description ?? tool.title;
  const id = useId();
  return (
    <div className={cx(styles.tool, on && styles.on)} title={about}>
      <button
        type="button"
        className={styles.name}
        aria-current={on ? 'true' : undefined}
        aria-describedby={id}
        onClick={onClick}
      >
        <span className={styles.go}>Call</span> {tool.name}
      </button>
      <span id={id} className={cx(styles.about, tool.inputSchema === undefined && styles.bad)}>
        {tool.inputSchema === undefined ? 'malformed: it has no inputSchema' : about}
      </span>
    </div>
  );
}
