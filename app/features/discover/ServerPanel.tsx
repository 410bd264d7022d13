import { type ReactNode, useState } from 'react';
import type { Engine } from '../../engine/index.ts';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { problemOf } from '../../ui/failure.ts';
import { roughly } from '../../ui/format.ts';
import { useNow } from '../../ui/live.ts';
import { ProblemCard } from '../../ui/ProblemCard.tsx';
import { Empty, Facts, Mono, Section } from '../../ui/Section.tsx';
import styles from './discover.module.css';
import { capabilityNames, extensionsOf, hasTasks, shortExtension } from './extensions.ts';
import { freshnessOf } from './freshness.ts';
import { useDiscovery } from './queries.ts';

export interface ServerPanelProps {
  readonly engine: Engine;
  readonly endpoint: string | undefined;
  readonly connecting: boolean;
}

/** The facts of the server in use, in short. */
export function ServerPanel({ engine, endpoint, connecting }: ServerPanelProps): ReactNode {
  const query = useDiscovery(engine, endpoint);
  if (endpoint === undefined) {
    return (
      <Section title="Server">
        {connecting ? (
          <Empty busy title="Asking the server what it is" />
        ) : (
          <p>Not connected: type an address at the top.</p>
        )}
      </Section>
    );
  }
  const found = query.data;
  const evidence = engine.world().endpoints.get(endpoint)?.generation?.evidence;
  return (
    <>
      <Section
        title="Server"
        side={
          found !== undefined && (
            <span className={styles.side}>
              <CacheState engine={engine} receivedAt={found.receivedAt} ttlMs={found.discovery.cache.ttlMs} />
              <button
                type="button"
                className={styles.refresh}
                disabled={query.isFetching}
                onClick={() => void query.refetch()}
              >
                {query.isFetching ? 'asking…' : 'ask again'}
              </button>
            </span>
          )
        }
      >
        {found === undefined && query.isPending && <Empty busy title="Asking the server what it is" />}
        {found !== undefined && <ServerFacts discovery={found.discovery} evidence={evidence} />}
      </Section>
      {query.isError && (
        <ProblemCard problem={problemOf(query.error)}>
          <Button onClick={() => void query.refetch()}>Try again</Button>
        </ProblemCard>
      )}
    </>
  );
}

function ServerFacts({
  discovery,
  evidence,
}: {
  /** What showed the generation that the server speaks. */
  readonly evidence: string | undefined;
  readonly discovery: NonNullable<ReturnType<typeof useDiscovery>['data']>['discovery'];
}): ReactNode {
  const { serverInfo, instructions, cache } = discovery;
  const extensions = extensionsOf(discovery);
  const capabilities = capabilityNames(discovery);
  return (
    <>
      <Facts
        facts={[
          [
            'Name',
            serverInfo === undefined
              ? 'not told'
              : `${serverInfo.title ?? serverInfo.name} ${serverInfo.version}`,
          ],
          ['Versions', <Mono key="v">{discovery.supportedVersions.join(', ') || 'none'}</Mono>],
          evidence === undefined ? false : ['Found by', evidence],
          ['Capabilities', capabilities.join(', ') || 'none'],
          [
            'Extensions',
            <span key="e">
              {extensions.map(([id]) => (
                <span key={id} title={id}>
                  <Mono>{shortExtension(id)}</Mono> <span className={styles.ok}>✓</span>{' '}
                </span>
              ))}
              {extensions.length === 0 && hasTasks(discovery) && 'none: tasks are a capability here'}
              {!hasTasks(discovery) && (
                <>
                  <Mono>…/tasks</Mono> <span className={styles.no}>✗ not declared</span>
                </>
              )}
            </span>,
          ],
          ['Cache', cache.ttlMs > 0 ? `${cache.cacheScope}, ${roughly(cache.ttlMs)}` : 'no'],
        ]}
      />
      {instructions !== undefined && <Instructions text={instructions} />}
    </>
  );
}

/** About what five lines of the column hold, characters; more is shown when it is asked for. */
const SHORT = 200;

function Instructions({ text }: { readonly text: string }): ReactNode {
  const [whole, setWhole] = useState(false);
  const long = text.length > SHORT || text.split('\n').length > 5;
  return (
    <>
      <p
        className={cx(styles.instructions, long && !whole && styles.clamped)}
        role="note"
        aria-label="Instructions of the server"
      >
        {text}
      </p>
      {long && (
        <button
          type="button"
          className={styles.refresh}
          aria-expanded={whole}
          onClick={() => setWhole(!whole)}
        >
          {whole ? 'show less' : 'show all of it'}
        </button>
      )}
    </>
  );
}

export interface CacheStateProps {
  readonly engine: Engine;
  readonly receivedAt: number;
  readonly ttlMs: number;
}

/** The live countdown of a cache hint. */
export function CacheState({ engine, receivedAt, ttlMs }: CacheStateProps): ReactNode {
  const now = useNow(engine.clock, ttlMs > 0 ? 1000 : 0, () => engine.clock.now());
  const state = freshnessOf(receivedAt, ttlMs, now);
  return <span className={state.kind === 'stale' ? styles.stale : undefined}>{state.words}</span>;
}
