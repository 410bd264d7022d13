import { type ReactNode, useEffect, useState } from 'react';
import { own, ownString } from '../../../server/protocol/json.ts';
import { acceptedOf, newsOf } from '../../engine/derive/news.ts';
import type { Discovery, Engine, World } from '../../engine/index.ts';
import { Button } from '../../ui/Button.tsx';
import { visible } from '../../ui/label.ts';
import { useRedraw } from '../../ui/live.ts';
import { Empty } from '../../ui/Section.tsx';
import { Answer, type DrawRounds } from './Answer.tsx';
import { Arguments } from './Arguments.tsx';
import { Contents } from './Contents.tsx';
import { LegacyFollow } from './LegacyFollow.tsx';
import { List } from './List.tsx';
import { usePaged } from './paged.ts';
import styles from './resources.module.css';
import { expand, variablesOf } from './template.ts';
import { useAsking } from './useAsking.ts';
import { useCompletion } from './useCompletion.ts';
import { takeWanted } from './wanted.ts';

export interface ViewProps {
  readonly engine: Engine;
  readonly world: World;
  readonly endpoint: string | undefined;
  readonly discovery: Discovery | undefined;
  /** What the address asks for: a URI, or the name of a prompt. */
  readonly about: string | undefined;
  readonly onAbout: (about: string) => void;
  readonly onShow: (exchange: string) => void;
  readonly rounds: DrawRounds;
}

/** What the server has to read: listed, by template, or by any URI. */
export function ResourcesPage(props: ViewProps): ReactNode {
  const { endpoint, discovery } = props;
  if (endpoint === undefined)
    return <Empty title="Not connected">Connect to a server to see its resources.</Empty>;
  if (discovery === undefined) return <Empty busy title="Asking the server what it has" />;
  if (own(discovery.capabilities, 'resources') === undefined)
    return (
      <Empty title="This server declares no resources">
        Its capabilities have no <code>resources</code>, so resources/list is not asked. Compose can send it
        all the same.
      </Empty>
    );
  return <Resources key={endpoint} {...props} endpoint={endpoint} discovery={discovery} />;
}

function Resources(
  props: ViewProps & { readonly endpoint: string; readonly discovery: Discovery },
): ReactNode {
  const { engine, endpoint, discovery, about, onAbout } = props;
  const listed = usePaged(engine, endpoint, 'resources/list', true);
  const templates = usePaged(engine, endpoint, 'resources/templates/list', true);
  const [template, setTemplate] = useState<string>();
  const { asked, ask } = useAsking(engine, endpoint);
  const [uri, setUri] = useState(about ?? '');
  const read = (wanted: string): void => {
    if (wanted === '') return;
    setUri(wanted);
    onAbout(wanted);
    void ask('resources/read', { uri: wanted });
  };
  useEffect(() => {
    if (takeWanted(about)) read(about ?? '');
  });
  const canFollow = own(own(discovery.capabilities, 'resources'), 'subscribe') === true;
  return (
    <div className={styles.page}>
      <h1>Resources</h1>
      <div className={styles.columns}>
        <div>
          <List title="Listed" query={listed} by="uri" chosen={about} onChoose={read} />
          <List
            title="Templates"
            query={templates}
            by="uriTemplate"
            chosen={template}
            onChoose={setTemplate}
          />
        </div>
        <div>
          {template !== undefined && <Template key={template} {...props} template={template} onRead={read} />}
          <form
            aria-label="Read a resource"
            className={styles.read}
            onSubmit={(event) => {
              event.preventDefault();
              read(uri);
            }}
          >
            <label>
              URI
              <input
                value={uri}
                spellCheck={false}
                autoComplete="off"
                onChange={(e) => setUri(e.target.value)}
              />
            </label>
            <Button type="submit" variant="primary" disabled={uri === '' || asked.kind === 'asking'}>
              Read
            </Button>
          </form>
          {uri !== '' && canFollow && <Following {...props} uri={uri} />}
          {uri !== '' && !canFollow && (
            <p className={styles.why}>
              The server does not declare resources.subscribe: changes are not told.
            </p>
          )}
          <Answer engine={engine} asked={asked} onShow={props.onShow} rounds={props.rounds}>
            {(result) => <Contents result={result} />}
          </Answer>
        </div>
      </div>
    </div>
  );
}

function Template(
  props: ViewProps & {
    readonly endpoint: string;
    readonly template: string;
    readonly onRead: (uri: string) => void;
  },
): ReactNode {
  const { engine, endpoint, template, discovery, onRead } = props;
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const completes = own(discovery?.capabilities, 'completions') !== undefined;
  const completion = useCompletion(
    engine,
    endpoint,
    completes ? { type: 'ref/resource', uri: template } : undefined,
  );
  const variables = variablesOf(template);
  if (variables === undefined)
    return (
      <p role="note">
        There is no form for the template <code>{visible(template)}</code>: it has parts beyond simple names.
        Write its URI by hand.
      </p>
    );
  const uri = expand(template, values);
  return (
    <form
      aria-label="Fill in the template"
      className={styles.part}
      onSubmit={(event) => {
        event.preventDefault();
        onRead(uri);
      }}
    >
      <h2>
        <code>{visible(template)}</code>
      </h2>
      <Arguments
        all={variables.map(({ name }) => ({ name, required: true }))}
        values={values}
        completion={completion}
        onChange={setValues}
      />
      <p className={styles.why}>
        Makes <code>{visible(uri)}</code>
      </p>
      <div className={styles.actions}>
        <Button type="submit">Read it</Button>
      </div>
    </form>
  );
}

/** Whether changes of a resource are told, and whether there was one. */
function Following({
  engine,
  world,
  endpoint,
  uri,
}: ViewProps & { readonly endpoint: string; readonly uri: string }): ReactNode {
  const redraw = useRedraw();
  const on = engine.followed(endpoint).some((what) => 'uri' in what && what.uri === uri);
  const textOf = (seq: number): string => engine.log.bodyText(seq);
  let accepted: boolean | undefined;
  let changes = 0;
  for (const exchange of world.exchanges) {
    if (exchange.endpoint !== endpoint || exchange.method !== 'subscriptions/listen' || !exchange.own)
      continue;
    if (exchange.state === 'streaming') accepted = acceptedOf(exchange, textOf)?.uris.includes(uri);
    changes += newsOf(exchange, textOf).filter(
      (item) => item.kind === 'resource' && item.text === uri,
    ).length;
  }
  const legacy = world.endpoints.get(endpoint)?.generation?.kind === 'legacy';
  if (legacy) return <LegacyFollow {...{ engine, world, endpoint, uri }} />;
  return (
    <div>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={on}
          onChange={(e) => {
            engine.follow(endpoint, { uri }, e.target.checked);
            redraw();
          }}
        />
        Be told when it changes
      </label>
      <p className={styles.why} role="status">
        {on && accepted === undefined && 'Waiting for the server to acknowledge.'}
        {on && accepted === true && `The server tells changes.${changes > 0 ? '' : ' None yet.'}`}
        {on && accepted === false && 'The server did not accept this one: it is not told.'}
        {changes > 0 && ` It has changed ${changes} times since the recording began: read it again to see.`}
      </p>
    </div>
  );
}

/** The description that a server gives; '' where there is none. */
export function descriptionOf(value: unknown): string {
  return ownString(value, 'description') ?? '';
}
