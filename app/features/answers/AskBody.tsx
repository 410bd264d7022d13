import type { ReactNode } from 'react';
import { isObject, own, ownString } from '../../../server/protocol/json.ts';
import { prettyJson } from '../../engine/index.ts';
import { Code } from '../../ui/Code.tsx';
import { visible } from '../../ui/label.ts';
import { AddressView } from './AddressView.tsx';
import styles from './answers.module.css';
import { type Asking, kindOf, whyNoForm } from './question.ts';

export interface AskBodyProps {
  readonly asking: Asking;
  /** The question as it came; '' where its text is not known. */
  readonly raw: string;
}

/** A question that has no form: what it wants, why there is no form, and the question as it came. */
export function AskBody({ asking, raw }: AskBodyProps): ReactNode {
  const kind = kindOf(asking);
  const code = <Code label="The question as it came" text={prettyJson(raw || JSON.stringify(asking))} />;
  return (
    <>
      <p className={styles.why}>{whyNoForm(asking)}</p>
      {kind === 'url' && <AddressView text={ownString(asking.params, 'url') ?? ''} />}
      {kind === 'sampling' && <Sampling asking={asking} />}
      {kind === 'other' ? (
        <div className={styles.raw}>{code}</div>
      ) : (
        <details className={styles.details}>
          <summary>The question as it came</summary>
          <div className={styles.raw}>{code}</div>
        </details>
      )}
    </>
  );
}

/** What a model is asked for: who said what before, and how it is to answer. All of it is text. */
function Sampling({ asking: { params } }: { readonly asking: Asking }): ReactNode {
  const messages = own(params, 'messages');
  const system = ownString(params, 'systemPrompt');
  const rest = Object.entries(params).filter(
    ([name]) => !['messages', 'systemPrompt', '_meta'].includes(name),
  );
  return (
    <div className={styles.sampling}>
      {system !== undefined && (
        <p className={styles.said}>
          <b>System prompt</b> {system}
        </p>
      )}
      <ol aria-label="Messages">
        {(Array.isArray(messages) ? messages : []).map((message, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: messages have no identity but their place
          <li key={i} className={styles.said}>
            <b>{visible(ownString(message, 'role') ?? 'no role')}</b> {contentText(own(message, 'content'))}
          </li>
        ))}
      </ol>
      {rest.length > 0 && (
        <dl className={styles.meanings}>
          {rest.map(([name, value]) => (
            <div key={name} className={styles.pair}>
              <dt>{visible(name)}</dt>
              <dd>{typeof value === 'string' ? visible(value) : JSON.stringify(value)}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

/** The text of a block of content, or of several; what is no text is shown as JSON. */
function contentText(content: unknown): string {
  if (Array.isArray(content)) return content.map(contentText).join('\n');
  if (isObject(content) && ownString(content, 'type') === 'text') return ownString(content, 'text') ?? '';
  return JSON.stringify(content) ?? '';
}
