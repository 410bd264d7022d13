import type { ReactNode } from 'react';
import type { World } from '../engine/index.ts';
import { ConnectProblem } from '../features/connect/ConnectProblem.tsx';
import { DeepLinkBar } from '../features/connect/DeepLinkBar.tsx';
import { withoutSecrets } from '../features/connect/endpoints.ts';
import type { UseConnection } from '../features/connect/useConnection.ts';
import { ResumeNotice } from './ResumeNotice.tsx';
import styles from './shell.module.css';

export interface StripsProps {
  readonly use: UseConnection;
  readonly world: World;
  readonly onShow: (exchange: string) => void;
  readonly onStartNew: () => void;
}

/** What concerns the page as a whole and wants a decision: below the head, never over anything. */
export function Strips({ use, world, onShow, onStartNew }: StripsProps): ReactNode {
  const { connection, connect, dismiss } = use;
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
          onOptions={() => use.showOptions(connection.url)}
          onShow={onShow}
          onDismiss={dismiss}
        />
      )}
      <ResumeNotice world={world} onStartNew={onStartNew} />
    </div>
  );
}
