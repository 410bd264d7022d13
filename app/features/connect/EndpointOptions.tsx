import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { headerProblem } from '../../../server/protocol/sendable-headers.ts';
import type { GenerationChoice, OwnHeader, WayChoice } from '../../engine/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { IS_STATIC, inPageUrl } from './demo-endpoints.ts';
import { readSettings, writeSettings } from './endpointSettings.ts';
import { KeyField } from './KeyField.tsx';
import styles from './options.module.css';

export interface EndpointOptionsProps {
  readonly url: string;
  /** What showed the generation that is spoken with it now; undefined before that is known. */
  readonly evidence: string | undefined;
  readonly onConnect: (url: string) => void;
  readonly onForget: (url: string) => void;
  readonly onSignIn: () => void;
  readonly onClose: () => void;
}

const WAYS = [
  { value: 'auto', label: 'Automatic' },
  { value: 'direct', label: 'Direct' },
  { value: 'bridge', label: 'Through the bridge' },
] as const;

/** The ways to the server in this page. */
const IN_PAGE_WAYS = [
  { value: 'auto', label: 'Service worker' },
  { value: 'direct', label: 'Direct call' },
] as const;

const IN_PAGE_WHY =
  'The demo server runs in this page. A service worker leads requests to it, as if it were elsewhere, while the page is connected to it; ' +
  'a direct call does without.';

/** The ways that there are to an endpoint. */
function waysTo(url: string): readonly { readonly value: WayChoice; readonly label: string }[] {
  if (url === inPageUrl()) return IN_PAGE_WAYS;
  return IS_STATIC ? WAYS.slice(0, 2) : WAYS;
}

const WHY: Readonly<Record<WayChoice, string>> = {
  auto: 'Straight from this page; through the taskscope command where the browser gets no answer.',
  direct:
    'Straight from this page, as any web page would: the server must allow its origin, and the browser hides some headers.',
  bridge:
    'The taskscope command sends the requests, as a client outside a browser would: all headers are seen.',
};

const GENERATIONS = [
  { value: 'auto', label: 'Automatic' },
  { value: 'current', label: '2026-07-28' },
  { value: 'legacy', label: '2025-11-25 and older' },
] as const;

const WHY_GENERATION: Readonly<Record<GenerationChoice, string>> = {
  auto: 'server/discover is asked first; where its answer shows an older server, a session is begun with initialize.',
  current: 'server/discover alone is asked. A server that does not know it is not connected to.',
  legacy: 'A session is begun with initialize at once; server/discover is not asked.',
};

/** How an endpoint is reached and what goes out with every request to it. Loaded when it is opened. */
export function EndpointOptions(props: EndpointOptionsProps): ReactNode {
  const { url, onConnect, onForget, onClose } = props;
  const [kept] = useState(() => readSettings(url));
  const [way, setWay] = useState(kept.way);
  const [generation, setGeneration] = useState<GenerationChoice>(kept.generation ?? 'auto');
  const [remember, setRemember] = useState(kept.remember);
  const [token, setToken] = useState(() => tokenOf(kept.headers) ?? '');
  const [headers, setHeaders] = useState(() => kept.headers.filter((header) => !isToken(header)));
  const id = useId();
  const problems = headers.map(({ name, value }) => headerProblem(name, value));
  const tokenProblem = token === '' ? undefined : headerProblem('Authorization', token);
  const isFit = tokenProblem === undefined && problems.every((problem) => problem === undefined);
  const change = (at: number, part: Partial<OwnHeader>): void =>
    setHeaders(headers.map((header, i) => (i === at ? { ...header, ...part } : header)));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isFit) return;
    const bearer = { name: 'Authorization', value: `Bearer ${token.trim()}`, secret: true };
    writeSettings(url, {
      way,
      generation,
      remember,
      headers: token.trim() === '' ? headers : [bearer, ...headers],
    });
    onClose();
    onConnect(url);
  };
  return (
    <Dialog title="Endpoint options" onClose={onClose}>
      <form className={styles.form} onSubmit={submit}>
        <code className={styles.url}>{url}</code>
        <section aria-label="Way">
          <h3>Way</h3>
          <Segmented<WayChoice> label="Way" value={way} options={waysTo(url)} onChange={setWay} />
          <p className={styles.why}>{url === inPageUrl() ? IN_PAGE_WHY : WHY[way]}</p>
          {!IS_STATIC && <KeyField />}
        </section>
        <section aria-label="Generation">
          <h3>Generation of the protocol</h3>
          <Segmented<GenerationChoice>
            label="Generation of the protocol"
            value={generation}
            options={GENERATIONS}
            onChange={setGeneration}
          />
          <p className={styles.why}>
            {WHY_GENERATION[generation]}
            {props.evidence !== undefined && ` What showed it the last time: ${props.evidence}.`}
          </p>
        </section>
        <section aria-label="Credentials">
          <h3>
            <label htmlFor={`${id}token`}>Bearer token</label>
          </h3>
          <input
            id={`${id}token`}
            type="password"
            autoComplete="off"
            spellCheck={false}
            value={token}
            aria-describedby={`${id}why`}
            onChange={(event) => setToken(event.target.value)}
          />
          {tokenProblem !== undefined && <p className={styles.problem}>{tokenProblem}</p>}
          <h3>Headers</h3>
          <ul className={styles.headers} aria-label="Headers of every request">
            {headers.map((header, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity, and keep their order
              <li key={at}>
                <input
                  aria-label="Name"
                  placeholder="X-Name"
                  autoComplete="off"
                  spellCheck={false}
                  value={header.name}
                  onChange={(event) => change(at, { name: event.target.value })}
                />
                <input
                  aria-label={`Value of ${header.name || 'the header'}`}
                  type={header.secret ? 'password' : 'text'}
                  autoComplete="off"
                  spellCheck={false}
                  value={header.value}
                  onChange={(event) => change(at, { value: event.target.value })}
                />
                <label className={styles.check}>
                  <input
                    type="checkbox"
                    checked={header.secret}
                    onChange={(event) => change(at, { secret: event.target.checked })}
                  />
                  secret
                </label>
                <Button
                  variant="ghost"
                  aria-label={`Remove ${header.name || 'the header'}`}
                  onClick={() => setHeaders(headers.filter((_, i) => i !== at))}
                >
                  Remove
                </Button>
                {problems[at] !== undefined && header.name !== '' && (
                  <p className={styles.problem}>{problems[at]}</p>
                )}
              </li>
            ))}
          </ul>
          <Button onClick={() => setHeaders([...headers, { name: '', value: '', secret: true }])}>
            Add a header
          </Button>
          <p className={styles.why} id={`${id}why`}>
            They go out with every request to this endpoint, in place of headers of the same name. Secret
            values are placeholders in recordings and copies; they are forgotten when this tab closes.
          </p>
          <label className={styles.check}>
            <input
              type="checkbox"
              checked={remember}
              onChange={(event) => setRemember(event.target.checked)}
            />
            Remember secret values in this browser
          </label>
        </section>
        <div className={styles.foot}>
          <Button variant="primary" type="submit" disabled={!isFit}>
            Save and connect
          </Button>
          <Button
            onClick={() => {
              onClose();
              props.onSignIn();
            }}
          >
            Sign-in (OAuth)
          </Button>
          <Button
            variant="ghost"
            onClick={() => {
              onForget(url);
              onClose();
            }}
          >
            Forget this endpoint
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function isToken({ name, value }: OwnHeader): boolean {
  return name.toLowerCase() === 'authorization' && (value === '' || /^Bearer /i.test(value));
}

function tokenOf(headers: readonly OwnHeader[]): string | undefined {
  return headers.find(isToken)?.value.replace(/^Bearer /i, '');
}
