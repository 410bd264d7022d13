import { type ReactNode, useMemo, useState } from 'react';
import { parseJson } from '../../../server/protocol/json.ts';
import type { Exchange } from '../../engine/derive/model.ts';
import { diffByPath } from '../../engine/derive/paths.ts';
import type { Engine, JsonValue } from '../../engine/index.ts';
import { offset } from '../../ui/format.ts';
import { visible } from '../../ui/label.ts';
import styles from './message.module.css';
import { answerText } from './texts.ts';

export interface CompareMessagesProps {
  readonly engine: Engine;
  readonly exchange: Exchange;
}

/** So many of the newest messages are offered. */
const MOST = 200;
const LONGEST = 400;

/** Compares the bodies of a message with those of another one, by path. */
export function CompareMessages({ engine, exchange }: CompareMessagesProps): ReactNode {
  const world = engine.world();
  const others = useMemo(() => {
    const all: Exchange[] = [];
    for (const other of world.exchanges) if (other.id !== exchange.id) all.push(other);
    return all.slice(-MOST).reverse();
  }, [world, exchange.id]);
  const alike = others.find(
    ({ method, requestSeq }) => method === exchange.method && requestSeq < exchange.requestSeq,
  );
  const [chosen, setChosen] = useState<string>();
  const other = others.find(({ id }) => id === chosen) ?? alike ?? others[0];
  if (other === undefined) return <p className={styles.none}>There is no other message yet.</p>;
  return (
    <>
      <label className={styles.with}>
        Compare with{' '}
        <select value={other.id} onChange={(event) => setChosen(event.target.value)}>
          {others.map((one) => (
            <option key={one.id} value={one.id}>
              {offset(one.sentAt)} s {visible(one.method)} {visible(one.name ?? '')}
            </option>
          ))}
        </select>
      </label>
      <Changes
        label="Changes of the request"
        before={engine.log.bodyText(other.requestSeq)}
        after={engine.log.bodyText(exchange.requestSeq)}
      />
      <Changes
        label="Changes of the response"
        before={answerText(engine, other)}
        after={answerText(engine, exchange)}
      />
    </>
  );
}

function Changes({
  label,
  before,
  after,
}: {
  readonly label: string;
  readonly before: string;
  readonly after: string;
}): ReactNode {
  const was = parseJson(before);
  const is = parseJson(after);
  if (!was.ok || !is.ok)
    return (
      <p className={styles.none}>
        {label}: {before === after ? 'none, and neither is JSON.' : 'they differ, and not both are JSON.'}
      </p>
    );
  const changes = diffByPath(was.value, is.value);
  if (changes.length === 0) return <p className={styles.none}>{label}: none.</p>;
  return (
    <table className={styles.compared} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{label}</th>
          <th scope="col">Other</th>
          <th scope="col">This</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ path, kind, before: old, after: now }) => (
          <tr key={`${kind}${path}`}>
            <th scope="row">{path === '' ? '(whole)' : path}</th>
            <td>{short(old)}</td>
            <td>{short(now)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function short(value: JsonValue | undefined): string {
  const text = value === undefined ? '—' : JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}… (${text.length} characters)` : text;
}
