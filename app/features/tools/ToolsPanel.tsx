import { lazy, type ReactNode, useState } from 'react';
import type { Engine, ListCut } from '../../engine/index.ts';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { problemOf } from '../../ui/failure.ts';
import { count } from '../../ui/format.ts';
import { Guard } from '../../ui/Guard.tsx';
import { ProblemCard } from '../../ui/ProblemCard.tsx';
import { Empty, Section } from '../../ui/Section.tsx';
import { useTools } from './queries.ts';
import { ToolButton } from './ToolButton.tsx';
import styles from './tools.module.css';

const LongList = lazy(() => import('./LongList.tsx').then((m) => ({ default: m.LongList })));

/** More tools than this are hard to find by eye. */
const MANY = 8;
/** More tools than this get a box of their own, in which only those in view exist. */
const VERY_MANY = 80;

export interface ToolsPanelProps {
  readonly engine: Engine;
  readonly endpoint: string | undefined;
  readonly selected: string | undefined;
  readonly onSelect: (tool: string) => void;
}

/** The tools of the server, each one click away from its form. */
export function ToolsPanel({ engine, endpoint, selected, onSelect }: ToolsPanelProps): ReactNode {
  const query = useTools(engine, endpoint);
  const [filter, setFilter] = useState('');
  if (endpoint === undefined) return null;
  const tools = query.data?.tools;
  const many = tools !== undefined && tools.length > MANY;
  const wanted = filter.trim().toLowerCase();
  const shown = (tools ?? []).filter((tool) =>
    [tool.name, tool.title, tool.description].join(' ').toLowerCase().includes(wanted),
  );
  return (
    <Section
      className={cx(many && styles.panel)}
      title="Tools"
      side={tools === undefined ? undefined : tools.length}
    >
      {query.isError && (
        <ProblemCard problem={problemOf(query.error)}>
          <Button onClick={() => void query.refetch()}>Try again</Button>
        </ProblemCard>
      )}
      {tools === undefined && query.isPending && <Empty busy title="Asking for the tools" />}
      {tools?.length === 0 && <Empty title="The server lists no tools" />}
      {tools !== undefined && query.data?.cut !== undefined && (
        <p className={styles.cut} role="note">
          {cutWords(tools.length, query.data.cut)}
        </p>
      )}
      {many && (
        <input
          type="search"
          className={styles.filter}
          aria-label="Filter tools"
          placeholder="Filter tools"
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
        />
      )}
      {many && shown.length === 0 && <Empty title="No tool fits the filter" />}
      {shown.length > VERY_MANY ? (
        <Guard fallback={<Empty busy title="Loading the list" />}>
          <LongList tools={shown} selected={selected} onSelect={onSelect} />
        </Guard>
      ) : (
        <ul className={cx(styles.list, many && styles.many)}>
          {shown.map((tool, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a server may list a name twice
            <li key={i}>
              <ToolButton tool={tool} on={tool.name === selected} onClick={() => onSelect(tool.name)} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function cutWords(shown: number, { why, pages }: ListCut): string {
  const tools = `${count(shown, 'tool')} shown`;
  return why === 'repeats'
    ? `${tools}, the server repeats its cursor: page ${pages} names one that was read already, so the list has no end.`
    : `${tools}, the list goes on: the server names a next page after ${pages} pages, and no more are read.`;
}
