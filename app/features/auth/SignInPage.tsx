import { type ReactNode, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { Authorisation, Engine, Grant, World } from '../../engine/index.ts';
import { Button } from '../../ui/Button.tsx';
import { ProblemCard } from '../../ui/ProblemCard.tsx';
import { Empty } from '../../ui/Section.tsx';
import { attemptsOf } from './attempts.ts';
import styles from './auth.module.css';
import { ClientForm } from './ClientForm.tsx';
import { StepList } from './StepList.tsx';
import { seenSteps } from './seen.ts';
import { stepsOf } from './steps.ts';

export interface SignInPageProps {
  readonly engine: Engine;
  readonly world: World;
  /** Whose refusal it is about; undefined where none is in use. */
  readonly endpoint: string | undefined;
  /** Where the authorisation server is to lead back to. */
  readonly redirectUrl: string;
  /** Whether requests can go through the command that serves the page. */
  readonly hasBridge: boolean;
  readonly remembers: (endpoint: string) => boolean;
  readonly onRemember: (endpoint: string, on: boolean) => void;
  /** A token was had. @param stepUp the endpoint is connected and wanted more */
  readonly onSignedIn: (endpoint: string, stepUp: boolean) => void;
  readonly onDone: () => void;
  readonly onShow: (exchange: string) => void;
}

/** A sign-in, step by step: what each has proved, and what comes next. */
export function SignInPage(props: SignInPageProps): ReactNode {
  const { engine, world, onSignedIn } = props;
  const attempts = attemptsOf(engine);
  const [from] = useState(() => attempts.back ?? props.endpoint);
  const endpoint = props.endpoint ?? from;
  useEffect(() => attempts.goOn(), [attempts]);
  const attempt = useSyncExternalStore(attempts.subscribe, () =>
    endpoint === undefined ? undefined : attempts.of(endpoint),
  );
  const [told, setTold] = useState<Authorisation>();
  const outcome = attempt?.outcome;
  useEffect(() => {
    if (endpoint === undefined || outcome?.state !== 'authorised' || outcome === told) return;
    setTold(outcome);
    onSignedIn(endpoint, engine.challenge(endpoint)?.status === 403);
  }, [endpoint, engine, onSignedIn, outcome, told]);
  const steps = useMemo(
    () =>
      endpoint === undefined || attempt === undefined
        ? []
        : stepsOf(endpoint, seenSteps(engine, world, endpoint), attempt),
    [engine, world, endpoint, attempt],
  );
  if (endpoint === undefined || attempt === undefined)
    return <Empty title="No endpoint">Connect to one first; where it wants a sign-in, it says so.</Empty>;
  const isIn = engine.isSignedIn(endpoint);
  const begin = (grant: Grant): void => void attempts.begin(endpoint, grant);
  return (
    <div className={styles.page}>
      <div className={styles.inner}>
        <h1>Sign in, step by step</h1>
        <p className={styles.lead}>
          <code>{endpoint}</code>
        </p>
        <div className={styles.now} aria-live="polite">
          {outcome?.state === 'failed' && <ProblemCard problem={outcome.problem} />}
          {outcome?.state === 'redirect' && <Away url={outcome.url} />}
          {attempt.busy === 'finishing' && <p>The code is being exchanged for a token…</p>}
          {isIn && outcome?.state !== 'redirect' && (
            <p className={styles.in}>
              <strong>Signed in.</strong> The token goes out with every request to this endpoint.{' '}
              <Button variant="primary" onClick={props.onDone}>
                Go on to the tasks
              </Button>{' '}
              <Button onClick={() => void attempts.signOut(endpoint)}>Sign out</Button>
            </p>
          )}
        </div>
        {!props.hasBridge && (
          <p className={styles.why}>
            This copy of the page has no bridge: the sign-in works only where the authorisation server and its
            metadata let pages in (CORS), and most do not. Otherwise open the page from the{' '}
            <code>taskscope</code> command, or get a token elsewhere and set it under “Endpoint options”.
          </p>
        )}
        <ClientForm
          redirectUrl={props.redirectUrl}
          busy={attempt.busy !== undefined}
          again={isIn || outcome !== undefined}
          onBegin={begin}
        />
        <Remember
          key={endpoint}
          endpoint={endpoint}
          remembers={props.remembers}
          onRemember={props.onRemember}
        />
        <StepList steps={steps} onShow={props.onShow} />
      </div>
    </div>
  );
}

/** The page to open, shown whole before anything is sent there. */
function Away({ url }: { readonly url: string }): ReactNode {
  const { protocol, host, pathname } = new URL(url);
  return (
    <section className={styles.away} aria-label="Your consent">
      <p>
        Open the page of the authorisation server, and agree or refuse there:
        <span className={styles.url}>
          {`${protocol}//`}
          <b>{host}</b>
          {pathname}
        </span>
      </p>
      <p className={styles.row}>
        <a className={styles.open} href={url} target="_blank" rel="noopener noreferrer">
          Open it in a new tab
        </a>
        <a href={url} rel="noreferrer">
          Open it in this tab
        </a>
      </p>
      <p className={styles.why}>This page waits for your answer and goes on by itself.</p>
    </section>
  );
}

function Remember({
  endpoint,
  remembers,
  onRemember,
}: Pick<SignInPageProps, 'remembers' | 'onRemember'> & { readonly endpoint: string }): ReactNode {
  const [on, setOn] = useState(() => remembers(endpoint));
  return (
    <p className={styles.why}>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={on}
          onChange={(event) => {
            setOn(event.target.checked);
            onRemember(endpoint, event.target.checked);
          }}
        />
        Remember the tokens of this endpoint in this browser
      </label>{' '}
      Otherwise they go with this tab. Recordings hold placeholders in their place either way.
    </p>
  );
}
