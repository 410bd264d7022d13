import { type ReactNode, useState } from 'react';
import { isObject, type JsonObject, own, ownString } from '../../../server/protocol/json.ts';
import { type Engine, taskKey, type World } from '../../engine/index.ts';
import { Button } from '../../ui/Button.tsx';
import { visible } from '../../ui/label.ts';
import { ProblemCard, type ShownProblem } from '../../ui/ProblemCard.tsx';
import { Section } from '../../ui/Section.tsx';
import styles from './state.module.css';

export interface ListedTasksProps {
  readonly engine: Engine;
  readonly world: World;
  readonly endpoint: string;
  readonly onWatch: (taskId: string) => void;
}

interface Listed {
  readonly tasks: readonly JsonObject[];
  readonly next: string | undefined;
}

/** The tasks that a session of 2025-11-25 lists (`tasks/list`), page by page, each to be watched. 2026-07-28 has no such list. */
export function ListedTasks({ engine, world, endpoint, onWatch }: ListedTasksProps): ReactNode {
  const [listed, setListed] = useState<Listed>();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ShownProblem>();
  const ask = async (cursor: string | undefined): Promise<void> => {
    setBusy(true);
    const params = cursor === undefined ? {} : { cursor };
    const answer = await engine.request(engine.prepareRequest(endpoint, 'tasks/list', params));
    setBusy(false);
    setProblem(answer.ok ? undefined : answer.problem);
    if (!answer.ok) return;
    const tasks = own(answer.value, 'tasks');
    const page = Array.isArray(tasks) ? tasks.filter(isObject) : [];
    const before = cursor === undefined ? [] : (listed?.tasks ?? []);
    setListed({ tasks: [...before, ...page], next: ownString(answer.value, 'nextCursor') });
  };
  return (
    <Section title="Tasks that the server lists" side={listed?.tasks.length}>
      {problem !== undefined && <ProblemCard problem={problem} />}
      {listed?.tasks.length === 0 && <p className={styles.hint}>The server lists none.</p>}
      <ul className={styles.listed}>
        {listed?.tasks.map((task, i) => {
          const id = ownString(task, 'taskId');
          const watched = id !== undefined && world.tasks.get(taskKey(endpoint, id)) !== undefined;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a server may list the same twice
            <li key={i} className={styles.listedTask}>
              <code title={id}>{id === undefined ? 'without an id' : visible(id.slice(-8))}</code>
              <span>{visible(ownString(task, 'status') ?? 'no status')}</span>
              {id !== undefined && (
                <Button
                  variant="ghost"
                  aria-label={`${watched ? 'Show' : 'Watch'} task ${id}`}
                  onClick={() => onWatch(id)}
                >
                  {watched ? 'Show' : 'Watch'}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {listed?.next !== undefined && (
        <Button disabled={busy} onClick={() => void ask(listed.next)}>
          Next page
        </Button>
      )}
      <Button disabled={busy} onClick={() => void ask(undefined)}>
        {busy ? 'Asking…' : listed === undefined ? 'Ask tasks/list' : 'Ask again'}
      </Button>
    </Section>
  );
}
