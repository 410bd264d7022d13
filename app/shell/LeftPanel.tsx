import { lazy, type ReactNode, type RefObject } from 'react';
import type { Engine, World } from '../engine/index.ts';
import { ServerPanel } from '../features/discover/ServerPanel.tsx';
import { AttachTask } from '../features/tasks/AttachTask.tsx';
import { ToolsPanel } from '../features/tools/ToolsPanel.tsx';
import { Guard } from '../ui/Guard.tsx';
import { Section } from '../ui/Section.tsx';
import styles from './left.module.css';
import { Link, usePath } from './route.tsx';
import { VIEWS } from './views.ts';

const ListedTasks = lazy(() =>
  import('../features/tasks/ListedTasks.tsx').then((m) => ({ default: m.ListedTasks })),
);

export interface LeftPanelProps {
  readonly engine: Engine;
  readonly world: World;
  readonly endpoint: string | undefined;
  readonly connecting: boolean;
  readonly tool: string | undefined;
  readonly narrow: boolean;
  readonly attachRef: RefObject<HTMLInputElement | null>;
  /** The query to keep when the view changes. */
  readonly search: string;
  readonly onTool: (tool: string) => void;
  readonly onAttach: (taskId: string) => void;
  /** A view was chosen. */
  readonly onView: () => void;
}

/** The server, its tools, and the views. */
export function LeftPanel(props: LeftPanelProps): ReactNode {
  const { engine, endpoint } = props;
  const path = usePath();
  const server = <ServerPanel engine={engine} endpoint={endpoint} connecting={props.connecting} />;
  const tools = (
    <ToolsPanel engine={engine} endpoint={endpoint} selected={props.tool} onSelect={props.onTool} />
  );
  const rest = (
    <>
      {endpoint !== undefined && <AttachTask fieldRef={props.attachRef} onAttach={props.onAttach} />}
      {endpoint !== undefined && engine.legacy(endpoint)?.tasks.list === true && (
        <Guard fallback={null}>
          <ListedTasks
            key={endpoint}
            engine={engine}
            world={props.world}
            endpoint={endpoint}
            onWatch={props.onAttach}
          />
        </Guard>
      )}
      <Section title="Views">
        <nav className={styles.nav} aria-label="Views">
          {VIEWS.map((view) => (
            <Link
              key={view.path}
              href={view.path + props.search}
              aria-current={path === view.path || path.startsWith(`${view.path}/`) ? 'page' : undefined}
              onClick={props.onView}
            >
              {view.label}
            </Link>
          ))}
        </nav>
      </Section>
    </>
  );
  // On a narrow page the tools have no box of their own: what came after them would be below them all.
  return props.narrow ? (
    <>
      {rest}
      {server}
      {tools}
    </>
  ) : (
    <>
      {server}
      {tools}
      {rest}
    </>
  );
}
