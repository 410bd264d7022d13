import { type FormEvent, type ReactNode, useId, useState } from 'react';
import type { Grant } from '../../engine/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import styles from './auth.module.css';

type Kind = 'register' | 'known' | 'document' | 'machine';

const KINDS = [
  { value: 'register', label: 'Register it' },
  { value: 'known', label: 'I have its id' },
  { value: 'document', label: 'A document' },
  { value: 'machine', label: 'A machine' },
] as const;

const WHY: Readonly<Record<Kind, string>> = {
  register:
    'This page registers itself with the authorisation server (RFC 7591), or uses no registration where the server wants none.',
  known: 'Somebody has registered a client there and gave you its id.',
  document:
    'An https URL that you control: the document there says who the client is (client id metadata document). It must name the redirect URI below.',
  machine: 'A client with a secret of its own asks in its own name, without a person (client credentials).',
};

export interface ClientFormProps {
  readonly redirectUrl: string;
  readonly busy: boolean;
  readonly again: boolean;
  readonly onBegin: (grant: Grant) => void;
}

/** As whom a token is asked for. */
export function ClientForm({ redirectUrl, busy, again, onBegin }: ClientFormProps): ReactNode {
  const [kind, setKind] = useState<Kind>('register');
  const [clientId, setClientId] = useState('');
  const [clientSecret, setClientSecret] = useState('');
  const [document, setDocument] = useState('');
  const needsId = kind === 'known' || kind === 'machine';
  const grant = grantOf(kind, redirectUrl, clientId.trim(), clientSecret, document.trim());
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (grant !== undefined && !busy) onBegin(grant);
  };
  return (
    <form className={styles.form} onSubmit={submit} aria-label="Sign-in">
      <Segmented<Kind> label="How this client is known" value={kind} options={KINDS} onChange={setKind} />
      <p className={styles.why}>{WHY[kind]}</p>
      {needsId && <Field label="Client id" value={clientId} onChange={setClientId} />}
      {needsId && (
        <Field
          label={kind === 'machine' ? 'Client secret' : 'Client secret, if it has one'}
          value={clientSecret}
          secret
          onChange={setClientSecret}
        />
      )}
      {kind === 'document' && <Field label="URL of the document" value={document} onChange={setDocument} />}
      {kind === 'document' && document !== '' && grant === undefined && (
        <p className={styles.problem}>It must be an https URL with a path.</p>
      )}
      {kind !== 'machine' && (
        <p className={styles.why}>
          Redirect URI: <code>{redirectUrl}</code>
        </p>
      )}
      <Button variant="primary" type="submit" disabled={grant === undefined || busy}>
        {busy ? 'Asking…' : again ? 'Begin again' : 'Begin'}
      </Button>
    </form>
  );
}

/** undefined where something is missing. */
function grantOf(
  kind: Kind,
  redirectUrl: string,
  clientId: string,
  clientSecret: string,
  document: string,
): Grant | undefined {
  const secret = clientSecret === '' ? {} : { clientSecret };
  switch (kind) {
    case 'register':
      return { kind: 'person', redirectUrl };
    case 'known':
      return clientId === '' ? undefined : { kind: 'person', redirectUrl, client: { clientId, ...secret } };
    case 'document':
      return isDocument(document) ? { kind: 'person', redirectUrl, clientMetadataUrl: document } : undefined;
    case 'machine':
      return clientId === '' || clientSecret === ''
        ? undefined
        : { kind: 'client-secret', client: { clientId, clientSecret } };
  }
}

function isDocument(text: string): boolean {
  return URL.canParse(text) && new URL(text).protocol === 'https:' && new URL(text).pathname !== '/';
}

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly secret?: boolean;
  readonly onChange: (value: string) => void;
}

function Field({ label, value, secret = false, onChange }: FieldProps): ReactNode {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type={secret ? 'password' : 'text'}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
