import { lazy, type ReactNode, useMemo } from 'react';
import type { CancelRequest, Dict, Exchange, TaskHistory } from '../../engine/derive/model.ts';
import { type Engine, isAlive, prettyJson } from '../../engine/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Code } from '../../ui/Code.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { cx } from '../../ui/cx.ts';
import { count, duration, offset, roughly, wallDate, wallTime } from '../../ui/format.ts';
import { Guard } from '../../ui/Guard.tsx';
import { visible } from '../../ui/label.ts';
import { useNow } from '../../ui/live.ts';
import { type ResultLeads, ResultView } from '../../ui/ResultView.tsx';
import { resultParts } from '../../ui/result.ts';
import { type Fact, Facts, Section } from '../../ui/Section.tsx';
import { StatusPill } from '../../ui/Status.tsx';
import { pollBudget } from './budget.ts';
import { cancelCaption } from './marks.ts';
import { endingOf, snapshotOf } from './snapshot.ts';
import styles from './state.module.css';
import { goneWords, pollWords, pushWords } from './words.ts';

const TaskStory = lazy(() => import('./TaskStory.tsx').then((m) => ({ default: m.TaskStory })));

export interface StateTabProps {
  readonly engine: Engine;
  readonly task: TaskHistory;
  /** An address that leads to this task. */
  readonly link: string;
  readonly onForget: () => void;
  readonly leads?: ResultLeads | undefined;
}

/** All that is known of a task, and what can be done about it. */
export function StateTab({ engine, task, link, onForget, leads }: StateTabProps): ReactNode {
  const alive = isAlive(task);
  const now = useNow(engine.clock, alive ? 250 : 0, () => engine.mono());
  const { endpoint, taskId, latest } = task;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the event's number says which snapshot it is
  const snapshot = useMemo(() => snapshotOf(engine, latest), [engine, latest?.seq]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the event's number says which answer it is
  const ending = useMemo(() => endingOf(engine, task, snapshot), [engine, snapshot, task.ending?.seq]);
  const session = engine.legacy(endpoint);
  const pushOn = task.push.kind !== 'off' && task.push.kind !== 'refused';
  const cancelled = task.cancel !== undefined && task.cancel.state !== 'failed';
  return (
    <>
      <div className={styles.status}>
        {task.status === undefined ? (
          'The server has not told a status yet.'
        ) : (
          <StatusPill status={task.status} toolError={latest?.toolError === true} />
        )}
        {latest?.statusMessage !== undefined && <p className={styles.message}>{latest.statusMessage}</p>}
      </div>
      <div className={styles.actions}>
        {alive && (
          <Button
            variant="danger"
            disabled={cancelled || session?.tasks.cancel === false}
            title={
              session?.tasks.cancel === false
                ? 'The server does not offer to cancel tasks (capabilities.tasks.cancel).'
                : 'Asks the server to stop. It may finish first, stop later, or ignore it.'
            }
            onClick={() => void engine.cancel(engine.prepareCancel(endpoint, taskId))}
          >
            {cancelled ? 'Cancel requested' : 'Cancel task'}
          </Button>
        )}
        <Button onClick={() => engine.refresh(endpoint, taskId)}>Poll now</Button>
        {alive && session === undefined && (
          <Button pressed={pushOn} onClick={() => engine.setPush(endpoint, taskId, !pushOn)}>
            Push updates
          </Button>
        )}
        <CopyButton label="Copy id of the task" text={taskId}>
          Copy id
        </CopyButton>
        <CopyButton label="Copy link to this task" text={link}>
          Copy link
        </CopyButton>
        <Button
          variant="ghost"
          title="Stops watching and hides the lane. The recording keeps everything."
          onClick={onForget}
        >
          Forget
        </Button>
      </div>
      <Warnings task={task} />
      {ending?.result !== undefined && (
        <Section title="Result">
          <ResultView parts={resultParts(ending.tree, ending.result)} pretty={prettyJson} leads={leads} />
        </Section>
      )}
      {ending?.error !== undefined && (
        <Section title="Error">
          <Code label="Error of the task" text={prettyJson(ending.tree.raw(ending.error))} />
        </Section>
      )}
      <Section title="Facts">
        <Facts facts={factsOf(task, now, engine)} />
      </Section>
      <Guard fallback={null}>
        <TaskStory engine={engine} task={task} />
      </Guard>
      <Polling task={task} exchanges={engine.world().exchangeById} now={now} />
      {latest !== undefined && (
        <>
          <Section
            title="Latest answer, as sent"
            side={<CopyButton label="Copy the latest answer" text={() => engine.log.bodyText(latest.seq)} />}
          >
            {null}
          </Section>
          <Code label="Latest answer about the task" text={prettyJson(engine.log.bodyText(latest.seq))} />
        </>
      )}
    </>
  );
}

function Warnings({ task }: { readonly task: TaskHistory }): ReactNode {
  const { gone, latest, cancel } = task;
  const caption = cancelCaption(task);
  return (
    <>
      {gone !== undefined && (
        <p className={styles.warn}>
          At {offset(gone.mono)} s the server said that it does not know this task: “{gone.message}”.{' '}
          {goneWords(task)}
        </p>
      )}
      {cancel?.state === 'failed' && isAlive(task) && (
        <p className={cx(styles.warn, styles.soft)}>{unsentWords(task, cancel)}</p>
      )}
      {caption !== undefined && cancel?.state !== 'failed' && (
        <p className={cx(styles.warn, styles.soft)}>
          {caption}, at {offset(cancel?.mono ?? 0)} s.
          {isAlive(task)
            ? ' The acknowledgement is no proof: the work may finish first, stop later, or ignore it.'
            : ' The acknowledgement proved nothing; only the status that the server told afterwards does.'}
        </p>
      )}
      {latest !== undefined && latest.problems.length > 0 && (
        <ul className={styles.warn} aria-label="Deviations from the protocol">
          {latest.problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
    </>
  );
}

/** A cancel that failed: why, until the server is heard again. */
function unsentWords({ latest }: TaskHistory, { mono, problem }: CancelRequest): string {
  const at = `The cancel at ${offset(mono)} s did not get through`;
  return latest !== undefined && latest.mono > mono
    ? `${at}; the server has answered since. It is not sent again by itself: Cancel task sends it.`
    : `${at}. ${problem?.message ?? ''} Once the server answers again, Cancel task sends it again.`;
}

function factsOf(task: TaskHistory, now: number, engine: Engine): readonly Fact[] {
  const created = task.createdAt === undefined ? Number.NaN : Date.parse(task.createdAt);
  const wall = engine.clock.now();
  const end = typeof task.ttlMs === 'number' ? created + task.ttlMs : Number.NaN;
  return [
    [
      'Task id',
      <span key="id" className={styles.id}>
        {visible(task.taskId)}
      </span>,
    ],
    ['Tool', visible(task.tool ?? 'not known: attached by its id')],
    [
      'Endpoint',
      <span key="e" className={styles.id}>
        {task.endpoint}
      </span>,
    ],
    ['Created', Number.isNaN(created) ? 'not told' : `${wallDate(created)} by the server’s clock`],
    [
      'Last heard',
      task.latest === undefined
        ? 'never'
        : `${offset(task.latest.mono)} s, by ${task.latest.via}${isAlive(task) ? `, ${duration(now - task.latest.mono)} ago` : '; no more is expected'}`,
    ],
    [
      'TTL',
      task.ttlMs === null
        ? 'no advertised limit'
        : task.ttlMs === undefined
          ? 'not told'
          : `${roughly(task.ttlMs)} from creation${Number.isNaN(end) ? '' : `: the server may discard it ${end > wall ? `in ${duration(end - wall)}` : `since ${duration(wall - end)}`} (${wallTime(end).slice(0, 8)})`}`,
    ],
    task.latest?.revision === undefined
      ? false
      : [
          'Revision',
          `${task.latest.revision}: this server counts the changes of a task, and tells the count`,
        ],
  ];
}

interface PollingProps {
  readonly task: TaskHistory;
  readonly exchanges: Dict<Exchange>;
  readonly now: number;
}

function Polling({ task, exchanges, now }: PollingProps): ReactNode {
  const budget = pollBudget(task, exchanges);
  const last = task.failures.at(-1);
  return (
    <Section title="Polling and push">
      <p className={styles.hint}>
        How often the server wants to be asked at most (its poll budget), and how the polls kept to it.
      </p>
      <Facts
        facts={[
          [
            'Asked for',
            task.pollIntervalMs === undefined ? 'no interval' : `every ${roughly(task.pollIntervalMs)}`,
          ],
          [
            count(task.pollCount, 'poll'),
            `${budget.early} early · ${budget.onTime} on time · ${budget.late} late · ${budget.withoutNews} without news`,
          ],
          ['Polling', pollWords(task.poll, now)],
          [
            'Push',
            `${pushWords(task.push, now)}${task.pushCount > 0 ? ` · ${count(task.pushCount, 'update')}` : ''}`,
          ],
          last === undefined ? false : ['Last failure', `${offset(last.mono)} s: ${last.problem.message}`],
        ]}
      />
    </Section>
  );
}
