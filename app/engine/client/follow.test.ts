import { describe, expect, test } from 'vitest';
import { own } from '../../../server/protocol/json.ts';
import { acknowledged, listChangedNotification } from '../../../server/protocol/subscriptions.ts';
import { acceptedOf, newsOf } from '../derive/news.ts';
import { type Request, result, rpcError, SCRIPTED, scripted, snapshot, stream } from './scripted.suite.ts';

/** A server that acknowledges what it is asked for, but for resources. */
async function following(refuse = false) {
  const listens: { readonly request: Request; readonly to: ReturnType<typeof stream> }[] = [];
  const made = scripted((request) => {
    if (request.method !== 'subscriptions/listen')
      return result(request, snapshot({ taskId: String(request.params.taskId), pollIntervalMs: 60_000 }));
    if (refuse) return rpcError(request, -32602);
    const to = stream(request.signal);
    listens.push({ request, to });
    const { resourceSubscriptions, ...accepted } = own(request.params, 'notifications') as Record<
      string,
      never
    >;
    to.send(acknowledged(request.id, accepted));
    return to.response;
  });
  const engine = await made.engine();
  const filters = () => listens.map(({ request }) => own(request.params, 'notifications'));
  const open = () => listens.filter(({ request }) => request.signal?.aborted === false);
  const textOf = (seq: number): string => engine.log.bodyText(seq);
  return { ...made, engine, listens, filters, open, textOf };
}

describe('lists and resources are followed in the one listen of an endpoint', () => {
  test('R58: with its tasks, and what is left out of the acknowledgement is known', async () => {
    const { engine, clock, filters, open, textOf } = await following();
    engine.follow(SCRIPTED, { list: 'tools' }, true);
    await clock.advance(0);
    engine.follow(SCRIPTED, { uri: 'x:1' }, true);
    engine.attach(SCRIPTED, 'a');
    engine.setPush(SCRIPTED, 'a', true);
    await clock.advance(0);
    expect(open()).toHaveLength(1);
    expect(filters().at(-1)).toEqual({
      taskIds: ['a'],
      toolsListChanged: true,
      resourceSubscriptions: ['x:1'],
    });
    expect(filters()[0], 'who follows no task needs no extension').toEqual({ toolsListChanged: true });
    const live = [...engine.world().exchanges].findLast(({ method }) => method === 'subscriptions/listen');
    expect(live && acceptedOf(live, textOf)).toEqual({ lists: ['tools'], uris: [] });
    engine.setPush(SCRIPTED, 'a', false);
    engine.follow(SCRIPTED, { uri: 'x:1' }, false);
    engine.follow(SCRIPTED, { list: 'tools' }, false);
    await clock.advance(0);
    expect(open()).toHaveLength(0);
    expect(engine.followed(SCRIPTED)).toEqual([]);
    await engine.close();
  });

  test('a listen that is lost is opened again, and a change is news', async () => {
    const { engine, clock, listens, open, textOf } = await following();
    engine.follow(SCRIPTED, { list: 'prompts' }, true);
    await clock.advance(0);
    const [first] = listens;
    first?.to.send(listChangedNotification(first.request.id, 'prompts'));
    await clock.advance(0);
    first?.to.end();
    await clock.advance(2_000);
    expect(listens).toHaveLength(2);
    expect(open()).toHaveLength(2);
    const [exchange] = engine.world().exchanges;
    expect(exchange && newsOf(exchange, textOf)).toMatchObject([{ kind: 'list', text: 'prompts' }]);
    await engine.close();
  });

  test('a server that refuses is not asked again', async () => {
    const { engine, clock, at } = await following(true);
    engine.follow(SCRIPTED, { list: 'tools' }, true);
    await clock.advance(60_000);
    expect(at('subscriptions/listen')).toHaveLength(1);
    expect(engine.followed(SCRIPTED)).toEqual([]);
    await engine.close();
  });
});

test('calls, reads and prompts ask for news where a person wants them, and nothing else does', async () => {
  const engine = await scripted((request) => result(request, {})).engine();
  const metaOf = (method: string) => {
    const { text, id } = engine.prepareRequest(SCRIPTED, method, { name: 'x' });
    const meta = JSON.parse(text).params._meta;
    return { level: meta['io.modelcontextprotocol/logLevel'], own: meta.progressToken === id };
  };
  expect(metaOf('tools/call')).toEqual({ level: undefined, own: false });
  engine.wish(SCRIPTED, { logLevel: 'warning', progress: true });
  for (const method of ['tools/call', 'resources/read', 'prompts/get'])
    expect(metaOf(method), method).toEqual({ level: 'warning', own: true });
  for (const method of ['tasks/get', 'tools/list', 'server/discover'])
    expect(metaOf(method), method).toEqual({ level: undefined, own: false });
  engine.wish(SCRIPTED, { progress: true });
  expect(metaOf('tools/call')).toEqual({ level: undefined, own: true });
  await engine.close();
});
