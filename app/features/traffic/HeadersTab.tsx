import type { ReactNode } from 'react';
import type { Exchange } from '../../engine/derive/model.ts';
import { type Engine, type HeaderPair, type ShownHeader, shownHeaders } from '../../engine/index.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Empty } from '../../ui/Section.tsx';
import { listedSchema } from './listed-schema.ts';
import styles from './message.module.css';

export interface HeadersTabProps {
  readonly engine: Engine;
  readonly exchange: Exchange | undefined;
}

/** Headers as raw pairs, in their order and case; those that mirror a field of the body say whether they agree. */
export function HeadersTab({ engine, exchange }: HeadersTabProps): ReactNode {
  if (exchange === undefined)
    return (
      <Empty title="No message is selected">Choose a row of the traffic or a mark of the timeline.</Empty>
    );
  const request = engine.log.read(exchange.requestSeq);
  const sent = request.headers ?? [];
  const got = exchange.headSeq === undefined ? undefined : (engine.log.read(exchange.headSeq).headers ?? []);
  const cors = exchange.view === 'cors';
  const body = engine.log.bodyText(exchange.requestSeq);
  return (
    <>
      <Head title="Request headers" pairs={sent} />
      <Table label="Request headers" headers={shownHeaders(sent, body, listedSchema(engine, exchange))} />
      <p className={styles.hidden}>
        {request.view === 'full'
          ? 'These are all: the bridge sent the request, and no browser added to it.'
          : 'The browser adds Host, Origin, User-Agent, Content-Length and others by itself and does not tell a page their values.'}
      </p>
      {got === undefined ? (
        <Empty title={exchange.state === 'failed' ? 'No response came' : 'No response yet'} />
      ) : (
        <>
          <Head title={`Response headers · HTTP ${exchange.httpStatus ?? ''}`} pairs={got} />
          <Table
            label="Response headers"
            headers={got.map((pair) => ({ pair, mirrors: undefined, verdict: 'unchecked' }))}
          />
          {cors && (
            <p className={styles.hidden}>
              Other response headers are hidden from a page by the browser: the endpoint is another origin,
              and only what it lists in Access-Control-Expose-Headers can be seen here.
            </p>
          )}
        </>
      )}
    </>
  );
}

function Head({
  title,
  pairs,
}: {
  readonly title: string;
  readonly pairs: readonly HeaderPair[];
}): ReactNode {
  return (
    <div className={styles.part}>
      <h2>{title}</h2>
      <CopyButton
        label={`Copy: ${title}`}
        text={pairs.map(([name, value]) => `${name}: ${value}`).join('\n')}
      />
    </div>
  );
}

const WORDS: Readonly<Record<ShownHeader['verdict'], string>> = {
  agrees: '✓ agrees',
  differs: '✗ differs from the body',
  missing: '✗ missing',
  malformed: '✗ cannot be decoded',
  unchecked: '',
};

function Table({
  label,
  headers,
}: {
  readonly label: string;
  readonly headers: readonly ShownHeader[];
}): ReactNode {
  return (
    <table className={styles.table} aria-label={label}>
      <tbody>
        {headers.map(({ pair: [name, value], mirrors, verdict }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a header may be there twice
          <tr key={`${i}${name}`}>
            <th scope="row">{name}</th>
            <td>
              {value}
              {mirrors !== undefined && (
                <span className={verdict === 'agrees' ? styles.agrees : styles.differs}>
                  = {mirrors} {WORDS[verdict]}
                </span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
