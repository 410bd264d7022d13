import { type ReactNode, useState } from 'react';
import { isObject, type JsonObject, own, ownString } from '../../../server/protocol/json.ts';
import { prettyJson } from '../../engine/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Code } from '../../ui/Code.tsx';
import { visible } from '../../ui/label.ts';
import { Empty } from '../../ui/Section.tsx';
import { Answer } from './Answer.tsx';
import { type Argument, Arguments } from './Arguments.tsx';
import { List } from './List.tsx';
import { usePaged } from './paged.ts';
import { descriptionOf, type ViewProps } from './ResourcesPage.tsx';
import styles from './resources.module.css';
import { useAsking } from './useAsking.ts';
import { useCompletion } from './useCompletion.ts';

/** The prompts of the server, and what they say once their arguments are filled in. */
export function PromptsPage(props: ViewProps): ReactNode {
  const { endpoint, discovery } = props;
  if (endpoint === undefined)
    return <Empty title="Not connected">Connect to a server to see its prompts.</Empty>;
  if (discovery === undefined) return <Empty busy title="Asking the server what it has" />;
  if (own(discovery.capabilities, 'prompts') === undefined)
    return (
      <Empty title="This server declares no prompts">
        Its capabilities have no <code>prompts</code>, so prompts/list is not asked. Compose can send it all
        the same.
      </Empty>
    );
  return <Prompts key={endpoint} {...props} endpoint={endpoint} />;
}

function Prompts(props: ViewProps & { readonly endpoint: string }): ReactNode {
  const { engine, endpoint, about, onAbout } = props;
  const listed = usePaged(engine, endpoint, 'prompts/list', true);
  const prompts = listed.data?.pages.flatMap((page) => page.entries) ?? [];
  const prompt = prompts.find((one) => ownString(one, 'name') === about);
  return (
    <div className={styles.page}>
      <h1>Prompts</h1>
      <div className={styles.columns}>
        <List title="Listed" query={listed} by="name" chosen={about} onChoose={onAbout} />
        <div>
          {prompt !== undefined ? (
            <Prompt key={about} {...props} prompt={prompt} />
          ) : about !== undefined && listed.data !== undefined ? (
            <Empty title={`The server lists no prompt ${visible(about)}`} />
          ) : (
            <Empty title="No prompt is chosen">Choose one to fill in its arguments.</Empty>
          )}
        </div>
      </div>
    </div>
  );
}

function Prompt(props: ViewProps & { readonly endpoint: string; readonly prompt: JsonObject }): ReactNode {
  const { engine, endpoint, discovery, prompt } = props;
  const name = ownString(prompt, 'name') ?? '';
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const completes = own(discovery?.capabilities, 'completions') !== undefined;
  const completion = useCompletion(engine, endpoint, completes ? { type: 'ref/prompt', name } : undefined);
  const { asked, ask } = useAsking(engine, endpoint);
  const all = argumentsOf(prompt);
  const missing = all.filter((one) => one.required === true && values[one.name] === undefined);
  return (
    <>
      <form
        aria-label={`Prompt ${visible(name)}`}
        className={styles.part}
        onSubmit={(event) => {
          event.preventDefault();
          void ask('prompts/get', { name, ...(all.length > 0 && { arguments: { ...values } }) });
        }}
      >
        <h2>{visible(ownString(prompt, 'title') ?? name)}</h2>
        <p className={styles.why}>{descriptionOf(prompt)}</p>
        <Arguments all={all} values={values} completion={completion} onChange={setValues} />
        <div className={styles.actions}>
          <Button type="submit" variant="primary" disabled={asked.kind === 'asking'}>
            Get
          </Button>
          {missing.length > 0 && (
            <span className={styles.why}>
              {missing.map((one) => visible(one.name)).join(', ')} is required: the server should refuse
              without it.
            </span>
          )}
        </div>
      </form>
      <Answer engine={engine} asked={asked} onShow={props.onShow} rounds={props.rounds}>
        {(result) => <Messages result={result} />}
      </Answer>
    </>
  );
}

function argumentsOf(prompt: JsonObject): readonly Argument[] {
  const list = own(prompt, 'arguments');
  if (!Array.isArray(list)) return [];
  return list.flatMap((one): Argument[] => {
    const name = ownString(one, 'name');
    if (name === undefined) return [];
    const required = own(one, 'required') === true;
    return [{ name, title: ownString(one, 'title'), description: ownString(one, 'description'), required }];
  });
}

/** The messages of a prompt: who speaks, and what, as text. */
function Messages({ result }: { readonly result: JsonObject }): ReactNode {
  const list = own(result, 'messages');
  if (!Array.isArray(list)) return <p className={styles.bad}>The result has no array of messages.</p>;
  return (
    <>
      <p className={styles.why}>{descriptionOf(result)}</p>
      <ol aria-label="Messages">
        {list.map((message, i) => {
          const content = own(message, 'content');
          const text = ownString(content, 'type') === 'text' ? ownString(content, 'text') : undefined;
          const role = ownString(message, 'role') ?? 'no role';
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: messages have no identity but their place
            <li key={i} className={styles.content}>
              <p className={styles.why}>{visible(role)}</p>
              {text !== undefined ? (
                <p className={styles.said}>{text}</p>
              ) : (
                <Code
                  label={`Content of message ${i + 1}`}
                  text={prettyJson(JSON.stringify(isObject(content) ? content : (content ?? null)))}
                />
              )}
            </li>
          );
        })}
      </ol>
    </>
  );
}
