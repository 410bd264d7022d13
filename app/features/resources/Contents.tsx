import type { ReactNode } from 'react';
import { isObject, type JsonObject, own, ownString } from '../../../server/protocol/json.ts';
import { prettyJson } from '../../engine/index.ts';
import { Code } from '../../ui/Code.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { bytes } from '../../ui/format.ts';
import { visible } from '../../ui/label.ts';
import styles from './resources.module.css';

/** Characters of a text, or of base64, that are laid out. */
const MOST = 100_000;
const MOST_IMAGE = 4_000_000;
/** Pictures that are nothing but pixels. SVG is not among them: it is a document. */
const IMAGES = /^image\/(?:png|jpeg|gif|webp)$/;

/** The contents of a read: all of it is text, or pixels, never markup. */
export function Contents({ result }: { readonly result: JsonObject }): ReactNode {
  const list = own(result, 'contents');
  if (!Array.isArray(list)) return <p className={styles.bad}>The result has no array of contents.</p>;
  if (list.length === 0) return <p className={styles.why}>The contents are empty.</p>;
  return list.map((part, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their place
    <Part key={i} part={isObject(part) ? part : {}} />
  ));
}

function Part({ part }: { readonly part: JsonObject }): ReactNode {
  const uri = ownString(part, 'uri') ?? 'no URI';
  const type = ownString(part, 'mimeType') ?? 'no type';
  const text = ownString(part, 'text');
  const blob = ownString(part, 'blob');
  return (
    <div className={styles.content}>
      <p className={styles.why}>
        <code>{visible(uri)}</code> {visible(type)}{' '}
        {text !== undefined && <CopyButton label={`Copy ${visible(uri)}`} text={text} />}
      </p>
      {text !== undefined ? (
        <Text text={text} label={`Text of ${visible(uri)}`} json={/[/+]json\b/.test(type)} />
      ) : blob !== undefined ? (
        <Blob base64={blob} type={type} uri={uri} />
      ) : (
        <p className={styles.bad}>It has neither text nor blob.</p>
      )}
    </div>
  );
}

function Text({
  text,
  label,
  json,
}: {
  readonly text: string;
  readonly label: string;
  readonly json: boolean;
}): ReactNode {
  if (json) return <Code label={label} text={prettyJson(text)} />;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it may scroll, so the keyboard must reach it */}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms */}
      <pre className={styles.text} tabIndex={0} role="group" aria-label={label}>
        {text.length > MOST ? text.slice(0, MOST) : text}
      </pre>
      {text.length > MOST && <p className={styles.why}>Cut here; the message has all of it.</p>}
    </>
  );
}

function Blob({
  base64,
  type,
  uri,
}: {
  readonly base64: string;
  readonly type: string;
  readonly uri: string;
}): ReactNode {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(base64) || base64.length % 4 !== 0)
    return <p className={styles.bad}>The blob is not base64.</p>;
  const size = (base64.length / 4) * 3 - (base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0);
  return (
    <>
      <p>
        {bytes(size)} of binary data <CopyButton label={`Copy ${visible(uri)} as base64`} text={base64} />
      </p>
      {IMAGES.test(type) && base64.length <= MOST_IMAGE && (
        <img className={styles.image} src={`data:${type};base64,${base64}`} alt={visible(uri)} />
      )}
    </>
  );
}
