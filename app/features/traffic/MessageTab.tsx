import { lazy, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { Exchange, FrameRef } from '../../engine/derive/model.ts';
import { nameOf } from '../../engine/derive/wire/note.ts';
import { type Engine, isRepeatable, pretty, stdioName } from '../../engine/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Code, FoldedCode } from '../../ui/Code.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { cx } from '../../ui/cx.ts';
import { Folded } from '../../ui/Folded.tsx';
import { bytes, count, millis, offset } from '../../ui/format.ts';
import { ProblemCard } from '../../ui/ProblemCard.tsx';
import { Empty } from '../../ui/Section.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { ResultTypeTag, StatusPill } from '../../ui/Status.tsx';
import { curlOf, fetchOf } from './curl.ts';
import styles from './message.module.css';
import { textsOf } from './texts.ts';
import { timingOf } from './timing.ts';

// A table for those who ask.
const FieldMeanings = lazy(() => import('./FieldMeanings.tsx').then((m) => ({ default: m.FieldMeanings })));

const CompareMessages = lazy(() =>
  import('./CompareMessages.tsx').then((m) => ({ default: m.CompareMessages })),
);

type Layout = 'formatted' | 'sent';

const LAYOUTS = [
  { value: 'formatted', label: 'Formatted' },
  { value: 'sent', label: 'As sent' },
] as const;

export interface MessageTabProps {
  readonly engine: Engine;
  readonly exchange: Exchange | undefined;
  /** Number of the selected frame, or undefined for the whole exchange. */
  readonly frame: number | undefined;
  /** Takes the request over, to be edited and sent again. */
  readonly onEdit?: ((exchange: string) => void) | undefined;
  /** Sends it once more; undefined where nothing can be sent. */
  readonly onRepeat?: ((exchange: Exchange) => void) | undefined;
}

/** A request and what came back, as the very text of the wire. */
export function MessageTab({ engine, exchange, frame, onEdit, onRepeat }: MessageTabProps): ReactNode {
  const [layout, setLayout] = useState<Layout>('formatted');
  if (exchange === undefined)
    return (
      <Empty title="No message is selected">Choose a row of the traffic or a mark of the timeline.</Empty>
    );
  const formatted = layout === 'formatted';
  const request = engine.log.bodyText(exchange.requestSeq);
  const headers = engine.log.read(exchange.requestSeq).headers ?? [];
  const { causeSeq } = exchange;
  const asked =
    causeSeq === null || causeSeq >= engine.log.length ? undefined : engine.log.read(causeSeq).mono;
  return (
    <>
      <Head exchange={exchange} />
      <p className={cx(styles.facts, styles.timing)}>{timingOf(exchange, asked)}</p>
      {exchange.problem !== undefined && <ProblemCard problem={exchange.problem} />}
      <div className={styles.part}>
        <h2>Request</h2>
        <Segmented<Layout>
          label="Layout of the bodies"
          value={layout}
          options={LAYOUTS}
          onChange={setLayout}
        />
        <CopyButton label="Copy the request body" text={request} />
        {stdioName(exchange.url) === undefined && (
          <>
            <CopyButton label="Copy the request as cURL" text={() => curlOf(exchange.url, headers, request)}>
              cURL
            </CopyButton>
            <CopyButton
              label="Copy the request as fetch"
              text={() => fetchOf(exchange.url, headers, request)}
            >
              fetch
            </CopyButton>
          </>
        )}
        {onRepeat !== undefined && isRepeatable(exchange) && (
          <Button
            variant="ghost"
            title="Sends the very same text once more, with a new JSON-RPC id"
            onClick={() => onRepeat(exchange)}
          >
            Send again
          </Button>
        )}
        {onEdit !== undefined && isMessage(exchange) && (
          <Button variant="ghost" onClick={() => onEdit(exchange.id)}>
            Edit and send again
          </Button>
        )}
      </div>
      {formatted ? (
        <FoldedCode key={exchange.id} label="Request body" text={pretty(request).text} />
      ) : (
        <Code key={exchange.id} label="Request body" text={request} />
      )}
      <Response engine={engine} exchange={exchange} frame={frame} formatted={formatted} />
      <Folded key={`${exchange.id} compared`} summary="Compare with another message">
        {() => <CompareMessages engine={engine} exchange={exchange} />}
      </Folded>
      <Folded key={`${exchange.id} meanings`} summary="What the fields mean">
        {() => <FieldMeanings texts={textsOf(engine, exchange, frame)} />}
      </Folded>
    </>
  );
}

/** Whether it carried a JSON-RPC message, and not a step of an authorisation or of a session. */
function isMessage({ step }: Exchange): boolean {
  return step === undefined || step === 'notification';
}

function Head({ exchange }: { readonly exchange: Exchange }): ReactNode {
  const { outcome, taskStatus, endAt, httpStatus } = exchange;
  const facts = [
    exchange.rpcId === undefined ? undefined : `id ${exchange.rpcId}`,
    httpStatus === undefined ? undefined : `HTTP ${httpStatus}`,
    `sent ${offset(exchange.sentAt)} s`,
    endAt === undefined ? undefined : `${millis(endAt - exchange.sentAt)} ms`,
    exchange.bytes === 0 ? undefined : `${bytes(exchange.bytes)} received`,
    exchange.composed === true ? 'composed by hand' : undefined,
    exchange.own ? undefined : 'sent by another tab',
  ].filter((fact) => fact !== undefined);
  return (
    <div className={styles.head}>
      <span className={styles.method}>{nameOf(exchange)}</span>
      {outcome?.resultType !== undefined && <ResultTypeTag type={outcome.resultType} />}
      {taskStatus !== undefined && exchange.method !== 'subscriptions/listen' && (
        <StatusPill status={taskStatus} />
      )}
      <span className={styles.facts}>{facts.join(' · ')}</span>
      <TwoStates exchange={exchange} />
    </div>
  );
}

/** What an empty answer says, and what it leaves open (R40, R48, R51). */
const ACKNOWLEDGED: Readonly<Record<string, string>> = {
  'tasks/update': 'the server has the answer. What becomes of the task, a later status says.',
  'tasks/cancel': 'the server has heard the wish. Whether the work stops, a later status says.',
};

/** The two words that people confuse, where both stand in one answer (R32). */
function TwoStates({ exchange }: { readonly exchange: Exchange }): ReactNode {
  const { outcome, taskStatus } = exchange;
  const ack = ACKNOWLEDGED[exchange.method];
  if (ack !== undefined && outcome?.resultType === 'complete')
    return (
      <p className={styles.facts}>
        <code>complete</code> is this response, an acknowledgement: {ack}
      </p>
    );
  if (outcome?.resultType === undefined || taskStatus === undefined) return null;
  if (outcome.resultType === 'task')
    return (
      <p className={styles.facts}>
        <code>task</code>: the server decided to answer this call with a task, and this is its handle.{' '}
        <b>{taskStatus}</b> is where the task stands.
      </p>
    );
  if (exchange.method !== 'tasks/get') return null;
  return (
    <p className={styles.facts}>
      <code>{outcome.resultType}</code> is this response: the question “how is the task?” is answered.{' '}
      <b>{taskStatus}</b> is the task.
    </p>
  );
}

interface ResponseProps {
  readonly engine: Engine;
  readonly exchange: Exchange;
  readonly frame: number | undefined;
  readonly formatted: boolean;
}

function Response({ engine, exchange, frame, formatted }: ResponseProps): ReactNode {
  if (exchange.bodySeq !== undefined) {
    const text = engine.log.bodyText(exchange.bodySeq);
    return (
      <>
        <div className={styles.part}>
          <h2>Response</h2>
          <CopyButton label="Copy the response body" text={text} />
        </div>
        {text === '' ? (
          <p className={styles.none}>The response has no body.</p>
        ) : (
          <Body key={exchange.id} label="Response body" text={text} formatted={formatted} />
        )}
      </>
    );
  }
  if (exchange.frames.size > 0)
    return <Frames engine={engine} exchange={exchange} frame={frame} formatted={formatted} />;
  const none: Readonly<Record<Exchange['state'], string>> = {
    open: 'No answer yet.',
    streaming: 'The stream is open; nothing has come on it yet.',
    done: 'The response has no body.',
    failed: 'No usable answer came.',
  };
  return (
    <>
      <div className={styles.part}>
        <h2>Response</h2>
      </div>
      <p className={styles.none}>{none[exchange.state]}</p>
    </>
  );
}

interface BodyProps {
  readonly label: string;
  readonly text: string;
  readonly formatted: boolean;
}

/** A body, laid out where that is possible, and the reason where it is not. */
function Body({ label, text, formatted }: BodyProps): ReactNode {
  const laid = useMemo(() => (formatted ? pretty(text) : undefined), [formatted, text]);
  return (
    <>
      {laid?.laidOut === false && <p className={styles.none}>Shown as sent: {laid.reason}.</p>}
      <Code label={label} text={laid?.text ?? text} />
    </>
  );
}

const FRAMES = 40;

function Frames({ engine, exchange, frame, formatted }: ResponseProps): ReactNode {
  const [more, setMore] = useState(FRAMES);
  const { frames } = exchange;
  const first = Math.max(0, Math.min(frames.size - more, frame ?? frames.size));
  const list: (readonly [number, FrameRef])[] = [];
  for (let n = first; n < frames.size && list.length < more; n += 1) {
    const found = frames.at(n);
    if (found !== undefined) list.push([n, found]);
  }
  return (
    <>
      <div className={styles.part}>
        <h2>Response: {count(frames.size, 'frame')} of a stream</h2>
        {exchange.state === 'streaming' && <span>open</span>}
      </div>
      {first > 0 && (
        <p className={styles.none}>
          <Button onClick={() => setMore((n) => n + FRAMES)}>Show earlier frames ({first} more)</Button>
        </p>
      )}
      {list.map(([n, found]) => (
        <FramePart
          key={found.seq}
          engine={engine}
          n={n}
          frame={found}
          chosen={n === frame}
          formatted={formatted}
        />
      ))}
    </>
  );
}

interface FramePartProps {
  readonly engine: Engine;
  readonly n: number;
  readonly frame: FrameRef;
  readonly chosen: boolean;
  readonly formatted: boolean;
}

function FramePart({ engine, n, frame, chosen, formatted }: FramePartProps): ReactNode {
  const text = engine.log.bodyText(frame.seq);
  const head = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (chosen) head.current?.scrollIntoView({ block: 'start' });
  }, [chosen]);
  return (
    <>
      <div ref={head} className={cx(styles.frame, chosen && styles.chosen)}>
        <span>
          {n + 1} · {offset(frame.mono)} s
        </span>
        <span>{frame.comment ? 'comment' : (frame.method ?? 'response')}</span>
        {frame.status !== undefined && <StatusPill status={frame.status} />}
      </div>
      {text !== '' && <Body label={`Frame ${n + 1}`} text={text} formatted={formatted && !frame.comment} />}
    </>
  );
}
