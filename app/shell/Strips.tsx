import type { ReactNode } from 'react';
import type { Engine, World } from '../engine/index.ts';
import { ChallengeBar, wantsSignIn } from '../features/connect/ChallengeBar.tsx';
import { ConnectProblem } from '../features/connect/ConnectProblem.tsx';
import { DeepLinkBar } from '../features/connect/DeepLinkBar.tsx';
import { withoutSecrets } from '../features/connect/endpoints.ts';
import type { UseConnection } from '../features/connect/useConnection.ts';
import { LabStrip } from '../features/lab/LabStrip.tsx';
import { LAB_PLACES } from './labPlaces.ts';
import { OtherTab } from './OtherTab.tsx';
import { ResumeNotice } from './ResumeNotice.tsx';
import { SilentServer } from './SilentServer.tsx';
import styles from './shell.module.css';

export interface StripsProps {
  readonly engine: Engine;
  readonly use: UseConnection;
  readonly world: World;
  /** The endpoint answered nothing lately. */
  readonly silent: boolean;
  readonly onShow: (exchange: string) => void;
  readonly onStartNew: () => void;
  /** Undefined where the lab is being shown. */
  readonly onLab: (() => void) | undefined;
  /** Undefined where the sign-in is being shown. */
  readonly onSignIn: (() => void) | undefined;
}

/** What concerns the page as a whole and wants a decision: below the head, never over anything. */
export function Strips(props: StripsProps): ReactNode {
  const { engine, use, world, onShow, onStartNew, onSignIn } = props;
  const { connection, connect, dismiss } = use;
  const challenge =
    'url' in connection && connection.kind !== 'asking' ? engine.challenge(connection.url) : undefined;
  const signIn = wantsSignIn(challenge) ? onSignIn : undefined;
  return (
    <div className={styles.strips}>
      {connection.kind === 'asking' && (
        <DeepLinkBar url={connection.url} onConnect={() => connect(connection.url)} onDismiss={dismiss} />
      )}
      {connection.kind === 'failed' && (
        <ConnectProblem
          url={withoutSecrets(connection.url)}
          problem={connection.problem}
          exchange={connection.exchange}
          onRetry={() => connect(connection.url)}
          onSignIn={signIn}
          onOptions={() => use.showOptions(connection.url)}
          onShow={onShow}
          onDismiss={dismiss}
        />
      )}
      {connection.kind === 'connected' && challenge !== undefined && signIn !== undefined && (
        <ChallengeBar challenge={challenge} onSignIn={signIn} onShow={onShow} />
      )}
      <LabStrip
        engine={engine}
        endpoint={connection.kind === 'connected' ? connection.url : undefined}
        places={LAB_PLACES}
        onLab={props.onLab}
      />
      {connection.kind === 'connected' && props.silent && (
        <SilentServer engine={engine} world={world} endpoint={connection.url} />
      )}
      <ResumeNotice clock={engine.clock} world={world} onStartNew={onStartNew} />
      {world.resumed === undefined && world.tasks.size === 0 && <OtherTab engine={engine} />}
    </div>
  );
}
