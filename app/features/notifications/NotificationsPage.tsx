import { type ReactNode, useId } from 'react';
import { own } from '../../../server/protocol/json.ts';
import { LOG_LEVELS } from '../../../server/protocol/logging.ts';
import { LIST_KINDS, type ListKind } from '../../../server/protocol/subscriptions.ts';
import { acceptedOf, newsOf } from '../../engine/derive/news.ts';
import type { Discovery, Engine, World } from '../../engine/index.ts';
import { Button } from '../../ui/Button.tsx';
import { visible } from '../../ui/label.ts';
import { useRedraw } from '../../ui/live.ts';
import { News } from '../../ui/News.tsx';
import { Empty } from '../../ui/Section.tsx';
import styles from './notifications.module.css';

export interface NotificationsPageProps {
  readonly engine: Engine;
  readonly world: World;
  readonly endpoint: string | undefined;
  readonly discovery: Discovery | undefined;
  readonly onShow: (exchange: string) => void;
}

/** Notifications shown at most; the traffic has them all. */
const MOST = 200;

/** What a server says beside its answers: what is asked for, and what came. */
export function NotificationsPage(props: NotificationsPageProps): ReactNode {
  const { endpoint, discovery } = props;
  if (endpoint === undefined)
    return <Empty title="Not connected">Connect to a server to hear what it says beside its answers.</Empty>;
  if (discovery === undefined) return <Empty busy title="Asking the server what it has" />;
  return <Notifications {...props} endpoint={endpoint} discovery={discovery} />;
}

function Notifications(
  props: NotificationsPageProps & { readonly endpoint: string; readonly discovery: Discovery },
): ReactNode {
  const { engine, world, endpoint, discovery, onShow } = props;
  const id = useId();
  const redraw = useRedraw();
  const legacy = world.endpoints.get(endpoint)?.generation?.kind === 'legacy';
  const wishes = engine.wishes(endpoint);
  const logs = own(discovery.capabilities, 'logging') !== undefined;
  const textOf = (seq: number): string => engine.log.bodyText(seq);
  const exchanges = [...world.exchanges].filter((exchange) => exchange.endpoint === endpoint);
  const items = exchanges
    .flatMap((exchange) => newsOf(exchange, textOf))
    .sort((a, b) => b.seq - a.seq)
    .slice(0, MOST);
  const listen = exchanges.findLast(
    (one) => one.own && one.method === 'subscriptions/listen' && one.state === 'streaming',
  );
  const accepted = listen && acceptedOf(listen, textOf)?.lists;
  const setLevel = (text: string): void => {
    const logLevel = LOG_LEVELS.find((level) => level === text);
    engine.wish(endpoint, { ...engine.wishes(endpoint), logLevel });
    redraw();
    // A session has one level for all that is sent in it.
    if (legacy && logLevel !== undefined)
      void engine.request(engine.prepareRequest(endpoint, 'logging/setLevel', { level: logLevel }));
  };
  return (
    <div className={styles.page}>
      <h1>Notifications</h1>
      <section aria-label="Log messages">
        <h2>Log messages</h2>
        <label htmlFor={`${id}level`}>Least severity</label>{' '}
        <select
          id={`${id}level`}
          disabled={!logs}
          value={wishes.logLevel ?? ''}
          onChange={(event) => setLevel(event.target.value)}
        >
          <option value="">ask for none</option>
          {LOG_LEVELS.map((level) => (
            <option key={level}>{level}</option>
          ))}
        </select>
        <p className={styles.why}>
          {!logs
            ? 'The server does not declare logging.'
            : legacy
              ? 'Sent once, by logging/setLevel: the session keeps it.'
              : 'Goes out in the _meta of each call, read and prompt from now on; their answers then come as streams. Logging is deprecated in 2026-07-28.'}
        </p>
      </section>
      <section aria-label="Progress">
        <h2>Progress</h2>
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={wishes.progress === true}
            onChange={(event) => {
              engine.wish(endpoint, { ...engine.wishes(endpoint), progress: event.target.checked });
              redraw();
            }}
          />
          Ask for progress with each call, read and prompt
        </label>
        <p className={styles.why}>
          By a progressToken, which is the id of the request. A task has none: it has a status.
        </p>
      </section>
      <section aria-label="Lists">
        <h2>Changes of lists</h2>
        {LIST_KINDS.map((list) => (
          <Followed key={list} {...{ engine, endpoint, discovery, list, legacy, accepted }} />
        ))}
        {engine.followed(endpoint).map(
          (what) =>
            'uri' in what && (
              <p key={what.uri}>
                The resource <code>{visible(what.uri)}</code>{' '}
                <Button variant="ghost" onClick={() => engine.follow(endpoint, what, false)}>
                  Stop following
                </Button>
              </p>
            ),
        )}
        <p className={styles.why}>
          {legacy
            ? 'A server of 2025-11-25 tells changes on its own stream, unasked.'
            : 'One subscriptions/listen for all that is followed. A list that has changed is asked for again.'}
        </p>
      </section>
      <section aria-label="What came">
        <h2>What came</h2>
        {items.length === 0 ? (
          <Empty title="Nothing yet">Ask for something above, then call a tool or wait for a change.</Empty>
        ) : (
          <News
            label="Notifications, newest first"
            items={items}
            side={({ seq }) => {
              const item = items.find((one) => one.seq === seq);
              return (
                item && (
                  <Button
                    variant="ghost"
                    aria-label={`Show where it came: ${item.about || 'the server’s stream'}`}
                    onClick={() => onShow(item.exchange)}
                  >
                    {item.about || 'stream'}
                  </Button>
                )
              );
            }}
          />
        )}
      </section>
    </div>
  );
}

interface FollowedProps {
  readonly engine: Engine;
  readonly endpoint: string;
  readonly discovery: Discovery;
  readonly list: ListKind;
  readonly legacy: boolean;
  readonly accepted: readonly string[] | undefined;
}

function Followed({ engine, endpoint, discovery, list, legacy, accepted }: FollowedProps): ReactNode {
  const redraw = useRedraw();
  const declared = own(own(discovery.capabilities, list), 'listChanged') === true;
  const on = engine.followed(endpoint).some((what) => 'list' in what && what.list === list);
  const state = !declared
    ? `the server does not declare ${list}.listChanged`
    : legacy
      ? 'told unasked'
      : !on
        ? ''
        : accepted === undefined
          ? 'waiting for the acknowledgement'
          : accepted.includes(list)
            ? 'told'
            : 'not accepted by the server';
  return (
    <div>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={on}
          disabled={legacy || (!declared && !on)}
          onChange={(event) => {
            engine.follow(endpoint, { list }, event.target.checked);
            redraw();
          }}
        />
        The list of {list}
      </label>{' '}
      <span className={styles.why}>{state}</span>
    </div>
  );
}
