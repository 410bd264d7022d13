import type { ReactNode } from 'react';
import { own, ownString, parseJson } from '../../../server/protocol/json.ts';
import { newsOf } from '../../engine/derive/news.ts';
import type { Engine, World } from '../../engine/index.ts';
import styles from './resources.module.css';
import { useAsking } from './useAsking.ts';

export interface LegacyFollowProps {
  readonly engine: Engine;
  readonly world: World;
  readonly endpoint: string;
  readonly uri: string;
}

/** Of a server of 2025-11-25 a resource is followed by `resources/subscribe`, within its session; what it tells comes on its own stream. */
export function LegacyFollow({ engine, world, endpoint, uri }: LegacyFollowProps): ReactNode {
  const { asked, ask } = useAsking(engine, endpoint);
  const { on, changes } = followedIn(engine, world, endpoint, uri);
  const failed = asked.kind === 'answered' && !asked.answer.ok ? asked.answer.problem : undefined;
  return (
    <div>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={on}
          disabled={asked.kind === 'asking'}
          onChange={() => void ask(on ? 'resources/unsubscribe' : 'resources/subscribe', { uri })}
        />
        Be told when it changes
      </label>
      <p className={styles.why} role="status">
        {failed !== undefined && `${failed.message} ${failed.next}`}
        {on && `Subscribed in this session.${changes > 0 ? '' : ' No change was told yet.'}`}
        {changes > 0 && ` It has changed ${changes} times since the recording began: read it again to see.`}
      </p>
    </div>
  );
}

/** What the log says of it: the last of its two requests that was taken decides, as long as the session lives in which it was sent. */
function followedIn(
  engine: Engine,
  world: World,
  endpoint: string,
  uri: string,
): { readonly on: boolean; readonly changes: number } {
  const textOf = (seq: number): string => engine.log.bodyText(seq);
  let on = false;
  let changes = 0;
  for (const exchange of world.exchanges) {
    if (exchange.endpoint !== endpoint) continue;
    changes += newsOf(exchange, textOf).filter(
      ({ kind, text }) => kind === 'resource' && text === uri,
    ).length;
    if (!exchange.own || exchange.outcome?.kind === 'error' || exchange.state !== 'done') continue;
    if (exchange.method === 'initialize') on = false;
    else if (/^resources\/(un)?subscribe$/.test(exchange.method)) {
      const parsed = parseJson(textOf(exchange.requestSeq));
      const about = parsed.ok ? ownString(own(parsed.value, 'params'), 'uri') : undefined;
      if (about === uri) on = exchange.method === 'resources/subscribe';
    }
  }
  return { on, changes };
}
