import { lazy, type ReactNode, useEffect, useRef, useState } from 'react';
import { type Engine, type Exchange, prepareRepeat, type TaskHistory, type World } from '../engine/index.ts';
import { AnswerTab } from '../features/answers/AnswerTab.tsx';
import { useHeldOf } from '../features/answers/useHeldOf.ts';
import { againOf } from '../features/lab/again.ts';
import { ChangesTab } from '../features/tasks/ChangesTab.tsx';
import { StateTab } from '../features/tasks/StateTab.tsx';
import { useTools } from '../features/tools/queries.ts';
import { ToolCall } from '../features/tools/ToolCall.tsx';
import { HeadersTab } from '../features/traffic/HeadersTab.tsx';
import { MessageTab } from '../features/traffic/MessageTab.tsx';
import { Button } from '../ui/Button.tsx';
import { offset } from '../ui/format.ts';
import { Guard } from '../ui/Guard.tsx';
import { taskLabel, visible } from '../ui/label.ts';
import type { ResultLeads } from '../ui/ResultView.tsx';
import { Empty } from '../ui/Section.tsx';
import { type TabSpec, Tabs } from '../ui/Tabs.tsx';
import styles from './detail.module.css';
import { resultText } from './resultText.ts';
import { Link } from './route.tsx';
import { Sealed } from './Sealed.tsx';
import { exchangeOf, frameOf, type Selection, type Tab, tabOf, withAbout } from './selection.ts';
import { type FocusAsked, useFocusAsked } from './useFocusAsked.ts';

const CallAgain = lazy(() =>
  import('../features/answers/CallAgain.tsx').then((m) => ({ default: m.CallAgain })),
);

export interface DetailPanelProps {
  readonly engine: Engine;
  readonly world: World;
  readonly endpoint: string | undefined;
  readonly server: string | undefined;
  readonly selection: Selection;
  readonly task: TaskHistory | undefined;
  readonly link: string;
  readonly onTab: (tab: Tab) => void;
  readonly onTask: (taskId: string) => void;
  readonly onShow: (exchange: string) => void;
  readonly onForget: (task: TaskHistory) => void;
  /** Takes a message over into Compose. */
  readonly onEdit: ((exchange: string) => void) | undefined;
  /** Where what a result names can be followed to; undefined where nothing can be sent. */
  readonly leads: ResultLeads | undefined;
  /** The focus is to come here: into the form of a tool, else to the heading. */
  readonly focusAsked: FocusAsked;
  readonly onFocused: () => void;
}

/** Everything about what is selected. */
export function DetailPanel(props: DetailPanelProps): ReactNode {
  const { engine, world, selection, task } = props;
  const held = useHeldOf(engine, task);
  const [box, tab] = useCalmTab(selection, task, held.length > 0);
  useFocusAsked(box, props.focusAsked, tab === 'call', props.onFocused);
  const exchange = world.exchangeById.get(exchangeOf(selection.row) ?? '');
  const frame = frameOf(selection.row);
  const frameSeq = frame === undefined ? undefined : exchange?.frames.at(frame)?.seq;
  const ofTask = task?.questions.filter((q) => q.state === 'open' || q.state === 'send-failed').length ?? 0;
  const open = ofTask + held.filter(({ state }) => state === 'open').length;
  return (
    <div ref={box} className={styles.detail}>
      <h2 className={styles.current} tabIndex={-1}>
        {currentName(selection, tab, task, exchange)}
      </h2>
      <Tabs<Tab> label="Detail" value={tab} tabs={tabsFor(selection, open)} onChange={props.onTab}>
        {tab === 'call' && (
          <Sealed reason={engine.sendsNothing}>
            <CallTab {...props} />
          </Sealed>
        )}
        {tab === 'answer' && (
          <Sealed reason={engine.sendsNothing}>
            <AnswerTab
              key={task?.taskId}
              engine={engine}
              task={task}
              server={props.server}
              onShow={props.onShow}
              onState={() => props.onTab('state')}
            />
          </Sealed>
        )}
        {tab === 'message' && (
          <>
            <MessageTab
              {...{ engine, exchange, frame }}
              onEdit={props.onEdit}
              onRepeat={
                props.onEdit &&
                ((one) =>
                  void engine
                    .compose(prepareRepeat(engine, one))
                    .then((heard) => props.onShow(heard.exchange)))
              }
            />
            {exchange !== undefined && props.onEdit !== undefined && (
              <p>
                <Link href={`/lab${withAbout(location.search, againOf(exchange))}`}>
                  Make this happen again, in the lab
                </Link>
              </p>
            )}
          </>
        )}
        {tab === 'headers' && <HeadersTab engine={engine} exchange={exchange} />}
        {tab === 'changes' && (
          <ChangesTab engine={engine} task={task} exchange={exchange?.id} frameSeq={frameSeq} />
        )}
        {tab === 'state' &&
          (task === undefined ? (
            <Empty
              title={selection.task === undefined ? 'No task is selected' : 'This task is not there yet'}
            >
              {selection.task === undefined
                ? 'Choose a lane of the timeline to see the state of its task.'
                : 'At the moment that is shown it had not been heard of.'}
            </Empty>
          ) : (
            <Sealed reason={engine.sendsNothing}>
              <StateTab
                key={task.taskId}
                engine={engine}
                task={task}
                link={props.link}
                onForget={() => props.onForget(task)}
                leads={props.leads}
              />
            </Sealed>
          ))}
      </Tabs>
    </div>
  );
}

function tabsFor(selection: Selection, open: number): readonly TabSpec<Tab>[] {
  const badge =
    open > 0 ? { text: String(open), meaning: open === 1 ? 'question waits' : 'questions wait' } : undefined;
  const rest: TabSpec<Tab>[] = [
    { value: 'answer', label: 'Answer', badge },
    { value: 'message', label: 'Message' },
    { value: 'headers', label: 'Headers' },
    { value: 'changes', label: 'Changes' },
    { value: 'state', label: 'State' },
  ];
  return selection.tool === undefined ? rest : [{ value: 'call', label: 'Call' }];
}

/** The one thing that the panel is about. */
function currentName(
  selection: Selection,
  tab: Tab,
  task: TaskHistory | undefined,
  exchange: Exchange | undefined,
): string {
  if (selection.tool !== undefined) return `Tool ${visible(selection.tool)}`;
  const ofTask = tab === 'answer' || tab === 'state' || exchange === undefined;
  if (ofTask) return task === undefined ? 'Nothing is selected' : `Task ${taskLabel(task, 'attached')}`;
  const name = `Message ${visible(exchange.method)} at ${offset(exchange.sentAt)} s`;
  return task === undefined ? name : `${name}, about ${taskLabel(task)}`;
}

/**
 * The tab to show. One that nobody chose may change by itself (a task begins to ask), but never under the hands of a person: while
 * the focus is inside, it stays, and the badge tells.
 */
function useCalmTab(selection: Selection, task: TaskHistory | undefined, isHeld: boolean) {
  const box = useRef<HTMLDivElement>(null);
  const wanted = tabOf(selection, task, isHeld);
  const [shown, setShown] = useState({ tab: wanted, selection });
  const chosen = shown.selection !== selection;
  useEffect(() => {
    const at = document.activeElement;
    const inside = box.current?.contains(at) ?? false;
    // On a heading the focus only says where the person came from, or that an answer was sent from below it.
    const busy = inside && at?.tagName !== 'H2';
    if (!busy && inside && shown.tab !== wanted)
      box.current?.querySelector<HTMLElement>('h2[tabindex="-1"]')?.focus({ preventScroll: true });
    if (chosen || !busy)
      setShown((old) =>
        old.tab === wanted && old.selection === selection ? old : { tab: wanted, selection },
      );
  }, [wanted, selection, chosen, shown.tab]);
  return [box, chosen ? wanted : shown.tab] as const;
}

function CallTab(props: DetailPanelProps): ReactNode {
  const { engine, endpoint, selection } = props;
  const query = useTools(engine, endpoint);
  const tool = query.data?.tools.find((t) => t.name === selection.tool);
  if (endpoint === undefined)
    return <Empty title="Not connected">Connect to a server to call its tools.</Empty>;
  if (tool !== undefined)
    return (
      <ToolCall
        key={`${endpoint} ${tool.name}`}
        engine={engine}
        endpoint={endpoint}
        tool={tool}
        onTask={props.onTask}
        onShow={props.onShow}
        leads={props.leads}
        bodyOf={(exchange) => resultText(engine, exchange)}
        rounds={(asked) => (
          <Guard fallback={<Empty busy title="Loading the questions" />}>
            <CallAgain engine={engine} {...asked} />
          </Guard>
        )}
      />
    );
  if (query.isPending) return <Empty busy title="Asking for the tools" />;
  return (
    <Empty title={`The server lists no tool ${visible(selection.tool ?? '')}`}>
      <Button onClick={() => void query.refetch()}>Ask again</Button>
    </Empty>
  );
}
