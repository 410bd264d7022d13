import type { ReactNode } from 'react';
import { type Discovery, type Engine, JsonTree, stdioName } from '../../engine/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Code } from '../../ui/Code.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { problemOf } from '../../ui/failure.ts';
import { roughly, wallTime } from '../../ui/format.ts';
import { ProblemCard } from '../../ui/ProblemCard.tsx';
import { rawAt } from '../../ui/result.ts';
import { Empty } from '../../ui/Section.tsx';
import styles from './discover.module.css';
import { capabilityNames, extensionsOf, hasTasks, TASKS } from './extensions.ts';
import { ProcessOutput } from './ProcessOutput.tsx';
import { type Discovered, useDiscovery } from './queries.ts';
import { CacheState } from './ServerPanel.tsx';

export interface DiscoverPageProps {
  readonly engine: Engine;
  readonly endpoint: string | undefined;
  /** The text of the result as it was sent, laid out. */
  readonly rawText: (exchange: string) => string;
  readonly onShow: (exchange: string) => void;
}

/** Every field of the discover result, explained, with the raw text below. */
export function DiscoverPage({ engine, endpoint, rawText, onShow }: DiscoverPageProps): ReactNode {
  const query = useDiscovery(engine, endpoint);
  const output = endpoint !== undefined && stdioName(endpoint) !== undefined && (
    <ProcessOutput engine={engine} endpoint={endpoint} />
  );
  if (endpoint === undefined)
    return <Empty title="Not connected">Connect to a server to see what it says of itself.</Empty>;
  if (query.isError)
    return (
      <ProblemCard problem={problemOf(query.error)}>
        <Button onClick={() => void query.refetch()}>Try again</Button>
      </ProblemCard>
    );
  if (query.data === undefined) return <Empty busy title="Asking the server what it is" />;
  const found = query.data;
  const raw = rawText(found.exchange);
  return (
    <div className={styles.page}>
      <div className={styles.inner}>
        <h1>What this server says of itself</h1>
        <p className={styles.lead}>
          The answer to <code>server/discover</code>. The protocol is stateless: this is a fact sheet, not a
          handshake, and nothing here is remembered by the server.
        </p>
        {explained(found, engine, raw).map(({ title, path, value, why }) => (
          <section key={path} className={styles.field} aria-label={title}>
            <div>
              <h2>{title}</h2>
              <span className={styles.path}>{path}</span>
            </div>
            <div>
              <div className={styles.value}>{value}</div>
              <p className={styles.why}>{why}</p>
            </div>
          </section>
        ))}
        {output}
        <div className={styles.raw}>
          <div className={styles.rawHead}>
            <span>Raw text, received {wallTime(found.receivedAt)}</span>
            <span>
              <CopyButton label="Copy the raw text" text={raw} />
              <Button variant="ghost" onClick={() => onShow(found.exchange)}>
                Show the message
              </Button>
              <Button variant="ghost" disabled={query.isFetching} onClick={() => void query.refetch()}>
                {query.isFetching ? 'Asking…' : 'Ask again'}
              </Button>
            </span>
          </div>
          <Code label="Raw text of the discover result" text={raw} />
        </div>
      </div>
    </div>
  );
}

interface Explained {
  readonly title: string;
  readonly path: string;
  readonly value: ReactNode;
  readonly why: string;
}

/** A value cut out of a laid-out text, without the indentation of the place where it stood: that of its last line. */
function dedented(text: string | undefined): string | undefined {
  const indent = text === undefined ? undefined : /\n( +)[^\n]*$/.exec(text)?.[1];
  return indent === undefined ? text : text?.replaceAll(`\n${indent}`, '\n');
}

function explained(found: Discovered, engine: Engine, raw: string): Explained[] {
  const read = JsonTree.read(raw);
  /** The text of a capability as sent; of an answer too large to be laid out, the value as read. */
  const sent = (value: unknown, ...path: readonly string[]): string =>
    (read.ok ? dedented(rawAt(read.tree, ['result', 'capabilities', ...path])) : undefined) ??
    JSON.stringify(value);
  const { discovery } = found;
  const { serverInfo, cache } = discovery;
  const main: Explained[] = [
    {
      title: 'Identity',
      path: '_meta["io.modelcontextprotocol/serverInfo"]',
      value:
        serverInfo === undefined
          ? 'not told'
          : `${serverInfo.title === undefined ? '' : `${serverInfo.title}: `}${serverInfo.name} ${serverInfo.version}`,
      why: 'Name and version as the server gives them. They are for people; nothing may depend on them.',
    },
    {
      title: 'Versions',
      path: 'supportedVersions',
      value: <code>{discovery.supportedVersions.join(', ') || 'none'}</code>,
      why: 'Protocol revisions that the server speaks. Each request names the one it uses, in its header and its _meta.',
    },
    ...capabilityNames(discovery).map(
      (name): Explained => ({
        title: `Capability: ${name}`,
        path: `capabilities.${name}`,
        value: <code>{sent(discovery.capabilities[name], name)}</code>,
        why:
          CAPABILITIES[name] ??
          'A capability that this inspector has no words for. Its value is shown as sent.',
      }),
    ),
    ...extensionsOf(discovery).map(
      ([id, value]): Explained => ({
        title: `Extension: ${id === TASKS ? 'tasks' : id}`,
        path: `capabilities.extensions["${id}"]`,
        value: <code>{sent(value, 'extensions', id)}</code>,
        why:
          id === TASKS
            ? 'The server may answer a tool call with a durable task, if the request declares the extension too. The empty object is the whole declaration.'
            : 'An extension that this inspector does not know. It is shown as declared.',
      }),
    ),
    {
      title: 'Cache',
      path: 'ttlMs, cacheScope',
      value: (
        <>
          {cache.ttlMs > 0 ? `${cache.cacheScope}, ${roughly(cache.ttlMs)}, ` : ''}
          <CacheState engine={engine} receivedAt={found.receivedAt} ttlMs={cache.ttlMs} />
        </>
      ),
      why:
        cache.cacheScope === 'public'
          ? 'How long this answer may be reused without asking again, and that every caller may share it.'
          : 'How long this answer may be reused without asking again, and that only the same caller may reuse it.',
    },
    instructionsOf(discovery),
  ];
  return hasTasks(discovery) ? main : [...main, NO_TASKS];
}

function instructionsOf(discovery: Discovery): Explained {
  return {
    title: 'Instructions',
    path: 'instructions',
    value: discovery.instructions ?? 'none',
    why: 'What the server wants a model to know about using it. Shown as plain text, never rendered.',
  };
}

const NO_TASKS: Explained = {
  title: 'Extension: tasks',
  path: `capabilities.extensions["${TASKS}"]`,
  value: 'not declared',
  why: 'This server does not offer tasks: every call is answered at once, and the timeline stays empty.',
};

const CAPABILITIES: Readonly<Record<string, string>> = {
  tools: 'The server has tools, listed by tools/list and called by tools/call.',
  resources: 'The server has resources to read.',
  prompts: 'The server has prompt templates.',
  completions: 'The server completes arguments while they are typed.',
  logging: 'The server can send log messages with a request.',
};
