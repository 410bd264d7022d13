import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Engine } from '../../engine/index.ts';
import { Button } from '../../ui/Button.tsx';
import { count, duration, wallDate } from '../../ui/format.ts';
import { visible } from '../../ui/label.ts';
import { useNow } from '../../ui/live.ts';
import { Empty, Facts, Mono } from '../../ui/Section.tsx';
import { AnswerTab } from './AnswerTab.tsx';
import { HeldAsks } from './HeldAsks.tsx';
import styles from './inbox.module.css';
import { type Asker, askerOf, countOf, ifIgnored } from './inbox.ts';
import { putAside } from './put-aside.ts';
import { RequestAsks } from './RequestAsks.tsx';
import { useOutstanding } from './useOutstanding.ts';

export interface AnswersPageProps {
  readonly engine: Engine;
  /** Name of the server at an endpoint, where it is known. */
  readonly serverOf: (endpoint: string) => string | undefined;
  /** The asker that the address names. */
  readonly about: string | undefined;
  readonly onAbout: (id: string) => void;
  readonly onShow: (exchange: string) => void;
  readonly onTask: (taskId: string) => void;
  readonly onGallery: () => void;
}

/** Everything that waits for the person in one list, whatever asks, and the one that is being answered. */
export function AnswersPage(props: AnswersPageProps): ReactNode {
  const { engine, about, onAbout } = props;
  const { askers, held, aside } = useOutstanding(engine);
  const [picked, setPicked] = useState<string>();
  const id = about ?? picked ?? askers[0]?.id;
  // What is shown stays until another is chosen: what came of it is told where it was answered.
  if (about === undefined && picked === undefined && id !== undefined) setPicked(id);
  const chosen = id === undefined ? undefined : askerOf(engine, held, id);
  const heading = useRef<HTMLHeadingElement>(null);
  const moved = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the choice
  useEffect(() => {
    if (moved.current) heading.current?.focus();
    moved.current = false;
  }, [id]);
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1>Answers</h1>
        <p role="status">
          {askers.length === 0
            ? 'No question waits for you.'
            : `${count(countOf(askers), 'question')} of ${count(askers.length, 'source')} waiting for you.`}
        </p>
        <Button variant="ghost" onClick={props.onGallery}>
          One question of every kind
        </Button>
      </div>
      <div className={styles.columns}>
        <ul aria-label="What waits for you" className={styles.list}>
          {askers.map((asker) => (
            <li key={asker.id}>
              <Entry
                engine={engine}
                asker={asker}
                server={props.serverOf(asker.endpoint)}
                current={asker.id === id}
                onChoose={() => {
                  moved.current = asker.id !== id;
                  onAbout(asker.id);
                }}
              />
            </li>
          ))}
        </ul>
        {chosen === undefined ? (
          <Empty title={askers.length === 0 ? 'Nothing waits for you' : 'No question is chosen'}>
            {about !== undefined && 'What the address names is not in this recording. '}
            Questions of tasks, of requests that were answered with input_required, and of legacy servers are
            listed here as they come.
          </Empty>
        ) : (
          <section aria-label="The question" className={styles.chosen}>
            <h2 ref={heading} tabIndex={-1}>
              {chosen.who}
            </h2>
            <About {...props} asker={chosen} aside={aside.has(chosen.id)} />
            <Body {...props} asker={chosen} />
          </section>
        )}
      </div>
    </div>
  );
}

interface EntryProps {
  readonly engine: Engine;
  readonly asker: Asker;
  readonly server: string | undefined;
  readonly current: boolean;
  readonly onChoose: () => void;
}

/** One who asks, in short. */
function Entry({ engine, asker, server, current, onChoose }: EntryProps): ReactNode {
  const now = useNow(engine.clock, 1000, () => engine.mono());
  return (
    <button
      type="button"
      className={styles.entry}
      aria-current={current ? 'true' : undefined}
      onClick={onChoose}
    >
      <span className={styles.who}>{asker.who}</span>
      {asker.questions.map(({ key, message }) => (
        <span key={key}>
          <code>{visible(key)}</code> {visible(message)}
        </span>
      ))}
      {asker.questions.length === 0 && <span>wants to be asked once more</span>}
      <span className={styles.dim}>
        {visible(server ?? hostOf(asker.endpoint))} · waiting {duration(now - asker.since)}
      </span>
    </button>
  );
}

/** Who asks, since when, and what happens if nobody answers. */
function About(props: AnswersPageProps & { readonly asker: Asker; readonly aside: boolean }): ReactNode {
  const { engine, asker, onShow } = props;
  const { startedWall } = engine.world();
  const server = props.serverOf(asker.endpoint);
  const waits =
    asker.questions.length > 0 || (asker.kind === 'rounds' && asker.conversation.state !== 'over');
  return (
    <>
      <Facts
        facts={[
          [
            'Server',
            <>
              {server !== undefined && `${visible(server)} at `}
              <Mono>{visible(asker.endpoint)}</Mono>
            </>,
          ],
          [
            'Keys',
            <Mono key="keys">
              {asker.questions.map(({ key }) => visible(key)).join(', ') || 'none waits'}
            </Mono>,
          ],
          ['Since', wallDate((startedWall ?? 0) + asker.since)],
          waits && ['If ignored', ifIgnored(asker, expiryOf(asker))],
        ]}
      />
      <p className={styles.actions}>
        {asker.kind === 'task' && (
          <Button onClick={() => props.onTask(asker.task.taskId)}>Show the task</Button>
        )}
        {asker.kind === 'held' && asker.request.taskId !== undefined && (
          <Button onClick={() => props.onTask(asker.request.taskId ?? '')}>Show the task</Button>
        )}
        {asker.kind === 'rounds' && (
          <>
            <Button onClick={() => onShow(asker.conversation.id)}>Show the first request</Button>
            {waits && (
              <Button onClick={() => putAside.set(asker.id, !props.aside)}>
                {props.aside ? 'Take it up again' : 'Put it aside'}
              </Button>
            )}
          </>
        )}
      </p>
      {props.aside && (
        <p className={styles.dim} role="status">
          Put aside: it is not listed and not counted. Nothing was sent.
        </p>
      )}
    </>
  );
}

/** The forms, by what asks. */
function Body(props: AnswersPageProps & { readonly asker: Asker }): ReactNode {
  const { engine, asker, onShow, onTask } = props;
  switch (asker.kind) {
    case 'task':
      return (
        <AnswerTab
          key={asker.id}
          engine={engine}
          task={asker.task}
          server={props.serverOf(asker.endpoint)}
          onShow={onShow}
          onState={() => onTask(asker.task.taskId)}
        />
      );
    case 'rounds':
      return <RequestAsks key={asker.id} {...{ engine, onShow, onTask }} conversation={asker.conversation} />;
    case 'held':
      return <HeldAsks key={asker.id} engine={engine} request={asker.request} />;
  }
}

/** When the server may discard the task, local time; undefined where it has set no limit. */
function expiryOf(asker: Asker): string | undefined {
  if (asker.kind !== 'task') return undefined;
  const { createdAt, ttlMs } = asker.task;
  const created = createdAt === undefined ? Number.NaN : Date.parse(createdAt);
  return typeof ttlMs === 'number' && !Number.isNaN(created) ? wallDate(created + ttlMs) : undefined;
}

function hostOf(endpoint: string): string {
  return URL.canParse(endpoint) ? new URL(endpoint).host : endpoint;
}
