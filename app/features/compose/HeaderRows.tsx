import type { ReactNode } from 'react';
import { headerProblem } from '../../../server/protocol/sendable-headers.ts';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import styles from './compose.module.css';
import type { ComposeDraft } from './draft.ts';
import type { HeaderRow, Message } from './message.ts';

export interface HeaderRowsProps {
  readonly message: Message;
  readonly draft: ComposeDraft;
  readonly onChange: (change: Partial<ComposeDraft>) => void;
}

/** The headers that will go out, each to be changed or left out; those that mirror the body say so. */
export function HeaderRows({ message, draft, onChange }: HeaderRowsProps): ReactNode {
  const edit = (name: string, value: string | null | undefined): void => {
    const key = name.toLowerCase();
    const others = draft.edits.filter((one) => one.name !== key);
    onChange({ edits: value === undefined ? others : [...others, { name: key, value }] });
  };
  const change = (at: number, next: Partial<ComposeDraft['added'][number]>): void =>
    onChange({ added: draft.added.map((one, i) => (i === at ? { ...one, ...next } : one)) });
  const derived = message.rows.filter(({ from }) => from === 'derived');
  const added = message.rows.filter(({ from }) => from === 'added');
  return (
    <>
      <ul className={styles.headers} aria-label="Headers that will be sent">
        {derived.map((row) => {
          const [name, value] = row.pair;
          return (
            <li key={name}>
              <span className={styles.name}>{name}</span>
              <input
                aria-label={name}
                value={value}
                spellCheck={false}
                onChange={(e) => edit(name, e.target.value)}
              />
              <Button variant="ghost" aria-label={`Leave out ${name}`} onClick={() => edit(name, null)}>
                Leave out
              </Button>
              <Note row={row} />
              {row.edited && (
                <Button
                  variant="ghost"
                  aria-label={`${name} as derived`}
                  onClick={() => edit(name, undefined)}
                >
                  As derived
                </Button>
              )}
            </li>
          );
        })}
        {draft.added.map(({ name, value }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity, and keep their order
          <li key={at}>
            <input
              aria-label="Name of an added header"
              placeholder="X-Name"
              value={name}
              spellCheck={false}
              onChange={(e) => change(at, { name: e.target.value })}
            />
            <input
              aria-label={`Value of ${name || 'the added header'}`}
              value={value}
              spellCheck={false}
              onChange={(e) => change(at, { value: e.target.value })}
            />
            <Button
              variant="ghost"
              aria-label={`Remove ${name || 'the added header'}`}
              onClick={() => onChange({ added: draft.added.filter((_, i) => i !== at) })}
            >
              Remove
            </Button>
            {added
              .filter(({ pair }) => pair[0] === name && pair[1] === value)
              .slice(0, 1)
              .map((row) => (
                <Note key="note" row={row} />
              ))}
          </li>
        ))}
        {message.rows
          .filter(({ from }) => from === 'way')
          .map(({ pair: [name, value] }) => (
            <li key={`way ${name}`}>
              <span className={styles.name}>{name}</span>
              <span className={styles.value}>{value}</span>
              {headerProblem(name, '') === undefined && (
                <Button
                  variant="ghost"
                  aria-label={`Send another ${name}`}
                  onClick={() => onChange({ added: [...draft.added, { name, value: '' }] })}
                >
                  Send another
                </Button>
              )}
              {headerProblem(name, '') === undefined && (
                <Button
                  variant="ghost"
                  aria-label={`Leave out ${name}`}
                  onClick={() => onChange({ without: [...draft.without, name.toLowerCase()] })}
                >
                  Leave out
                </Button>
              )}
              <span className={styles.note}>by the endpoint’s options, its sign-in or its way</span>
            </li>
          ))}
      </ul>
      <div className={styles.actions}>
        <Button onClick={() => onChange({ added: [...draft.added, { name: '', value: '' }] })}>
          Add a header
        </Button>
        {draft.without.map((name) => (
          <Button
            key={`own ${name}`}
            onClick={() => onChange({ without: draft.without.filter((one) => one !== name) })}
          >
            Put {name} back
          </Button>
        ))}
        {message.left.map((name) => (
          <Button key={name} onClick={() => edit(name, undefined)}>
            Put {name} back
          </Button>
        ))}
      </div>
    </>
  );
}

const WORDS = {
  agrees: '✓ agrees',
  differs: '✗ differs from the body',
  missing: '✗ missing',
  malformed: '✗ cannot be decoded',
} as const;

function Note({ row: { pair, check, problem } }: { readonly row: HeaderRow }): ReactNode {
  if (problem !== undefined) return <span className={cx(styles.note, styles.bad)}>{problem}</span>;
  if (check === undefined) return null;
  if (pair[1] === '' && check.verdict === 'agrees')
    return <span className={styles.note}>= {check.field}, which is empty yet</span>;
  return (
    <span className={cx(styles.note, check.verdict === 'agrees' ? styles.good : styles.bad)}>
      = {check.field} {WORDS[check.verdict]}
    </span>
  );
}
