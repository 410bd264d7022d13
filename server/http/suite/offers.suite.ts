import { expect, test } from 'vitest';
import type { JsonObject } from '../../protocol/json.ts';
import { META } from '../../protocol/meta.ts';
import { type OpenMount, on, part } from './mount.suite.ts';

const LESSON = 'taskscope://lesson/durable-work';

/** Resources, prompts and completion: small, real, about the lesson itself. */
export function offers(open: OpenMount): void {
  test(
    'R15: each list is the same each time, with hints for keeping it, and refuses a cursor that it never gave',
    on(open, async (client) => {
      for (const [method, member] of [
        ['tools/list', 'tools'],
        ['resources/list', 'resources'],
        ['resources/templates/list', 'resourceTemplates'],
        ['prompts/list', 'prompts'],
      ] as const) {
        const { result } = await client.ask(method);
        expect(result, method).toMatchObject({ resultType: 'complete', ttlMs: 60_000, cacheScope: 'public' });
        expect(result).not.toHaveProperty('nextCursor');
        const entries = result[member] as unknown as JsonObject[];
        expect(entries.length).toBeGreaterThan(0);
        for (const entry of entries)
          expect(entry).toMatchObject({ name: expect.any(String), title: expect.any(String) });
        expect((await client.ask(method)).result).toEqual(result);
        for (const cursor of ['', 'x', 1, null]) {
          const refused = await client.ask(method, { cursor });
          expect([refused.status, refused.error.code], `${method} ${cursor}`).toEqual([200, -32602]);
        }
      }
    }),
  );

  test(
    'R2: the lesson and the glossary can be read, by anyone, and kept for long',
    on(open, async (client) => {
      const { result } = await client.ask('resources/read', { uri: LESSON });
      expect(result).toMatchObject({ resultType: 'complete', ttlMs: 300_000, cacheScope: 'public' });
      expect(result.contents).toMatchObject([{ uri: LESSON, mimeType: 'text/markdown' }]);
      expect(JSON.stringify(result.contents)).toContain('Four lifetimes');
      const uri = 'taskscope://glossary/task%20handle';
      const term = await client.ask('resources/read', { uri });
      expect(term.result.contents).toMatchObject([{ uri, text: expect.stringContaining('durable state') }]);
    }),
  );

  test(
    'R66: a resource that is not there is -32602 with its URI, never empty contents',
    on(open, async (client) => {
      const unknown = [
        'taskscope://glossary/nonsense',
        'taskscope://glossary/%E0%A4%A',
        'taskscope://tasks/a/b',
        'x:',
        '',
      ];
      for (const uri of unknown) {
        const { status, error, result } = await client.ask('resources/read', { uri });
        expect([status, error.code, error.data], uri).toEqual([200, -32602, { uri }]);
        expect(result).toEqual({});
      }
      for (const uri of [undefined, 5, null] as const) {
        const { error } = await client.ask('resources/read', { uri }, { headers: { 'Mcp-Name': null } });
        expect(error.code).toBe(-32602);
      }
    }),
  );

  test(
    'R69 R70: the record of a task is there for its owner alone, and says what a restarted server knows',
    on(open, async (client, mount) => {
      const taskId = await client.report('large', { token: 'demo-alice' });
      const uri = `taskscope://tasks/${taskId}`;
      const mine = async () => (await client.ask('resources/read', { uri }, { token: 'demo-alice' })).result;
      const before = await mine();
      expect(before).toMatchObject({ ttlMs: 0, cacheScope: 'private' });
      const [{ text }] = before.contents as unknown as [{ text: string }];
      expect(JSON.parse(text)).toMatchObject({
        taskId,
        status: 'working',
        next: { step: 'outline' },
        revision: 1,
      });
      await mount.restart();
      expect(await mine()).toEqual(before);
      const theirs = await client.ask('resources/read', { uri }, { token: 'demo-bob' });
      const nobodys = await client.ask(
        'resources/read',
        { uri: 'taskscope://tasks/tsk_x' },
        { token: 'demo-bob' },
      );
      expect(theirs.error).toEqual({
        ...nobodys.error,
        message: `Resource not found: ${uri}`,
        data: { uri },
      });
    }),
  );

  test(
    'R57 R64: a listen may follow the record of a task: it is told of each change, and of no foreign or constant resource',
    on(open, async (client) => {
      const taskId = await client.report();
      const hers = await client.report('large', { token: 'demo-alice' });
      const uri = `taskscope://tasks/${taskId}`;
      const asked = [`taskscope://tasks/${hers}`, uri, uri, LESSON, 'taskscope://tasks/tsk_x', 'x'];
      const stream = await client.listen({ resourceSubscriptions: asked }, { id: 'R' });
      expect(part(await stream.message(), 'params').notifications).toEqual({ resourceSubscriptions: [uri] });
      await client.cancel(hers, { token: 'demo-alice' });
      await client.run(1500);
      expect(await stream.message()).toEqual({
        jsonrpc: '2.0',
        method: 'notifications/resources/updated',
        params: { _meta: { [META.subscriptionId]: 'R' }, uri },
      });
      await stream.close();
      const none = await client.listen({ resourceSubscriptions: [LESSON], promptsListChanged: true });
      expect(part(await none.message(), 'params').notifications).toEqual({});
      await none.close();
    }),
  );

  test(
    'prompts: got with their arguments; an unknown one, a missing or a wrong argument is -32602',
    on(open, async (client) => {
      const get = (name: unknown, args?: unknown) =>
        client.ask('prompts/get', { name, ...(args === undefined ? {} : { arguments: args }) } as JsonObject);
      const { result } = await get('explain_term', { term: 'Lease' });
      expect(result).toMatchObject({
        resultType: 'complete',
        messages: [{ role: 'user', content: { type: 'text' } }],
      });
      expect(JSON.stringify(result.messages)).toContain('right of one worker');
      expect(result).not.toHaveProperty('ttlMs');
      const plan = await get('plan_durable_tool', { work: 'Moves a house', question: 'Which one?' });
      expect(JSON.stringify(plan.result.messages)).toMatch(/resource_link.*Moves a house.*Which one\?/);
      for (const [name, args] of [
        ['nothing', {}],
        ['explain_term', {}],
        ['explain_term', undefined],
        ['explain_term', { term: 5 }],
        ['explain_term', { term: 'nonsense' }],
        ['explain_term', []],
        ['plan_durable_tool', { question: 'x' }],
      ]) {
        const { status, error } = await get(name, args);
        expect([status, error.code], JSON.stringify([name, args])).toEqual([200, -32602]);
      }
    }),
  );

  test(
    'completion: what goes on from the typed text, for prompts and templates; unknown references and arguments are -32602',
    on(open, async (client) => {
      const ask = (ref: unknown, name: unknown, value: unknown) =>
        client.ask('completion/complete', { ref, argument: { name, value } } as JsonObject);
      const prompt = { type: 'ref/prompt', name: 'explain_term' };
      const template = { type: 'ref/resource', uri: 'taskscope://glossary/{term}' };
      for (const ref of [prompt, template]) {
        const { result } = await ask(ref, 'term', 'TE');
        expect(result).toMatchObject({
          resultType: 'complete',
          completion: { values: ['terminal state'], total: 1, hasMore: false },
        });
      }
      const all = part((await ask(prompt, 'term', '')).result, 'completion');
      expect(all).toMatchObject({ hasMore: false, total: (all.values as unknown as string[]).length });
      const plain = { type: 'ref/prompt', name: 'plan_durable_tool' };
      expect(part((await ask(plain, 'work', 'a')).result, 'completion').values).toEqual([]);
      for (const [ref, name, value] of [
        [prompt, 'nothing', ''],
        [prompt, 'term', 5],
        [prompt, undefined, ''],
        [{ type: 'ref/prompt', name: 'x' }, 'term', ''],
        [{ type: 'ref/resource', uri: LESSON }, 'term', ''],
        [{ type: 'ref/other' }, 'term', ''],
        [null, 'term', ''],
      ]) {
        const { status, error } = await ask(ref, name, value);
        expect([status, error.code], JSON.stringify([ref, name, value])).toEqual([200, -32602]);
      }
    }),
  );
}
