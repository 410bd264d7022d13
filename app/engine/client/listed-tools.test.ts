import { describe, expect, test } from 'vitest';
import { headerValue } from '../../../server/protocol/headers.ts';
import { prepareRetry } from './retry.ts';
import { type Request, result, SCRIPTED, scripted } from './scripted.suite.ts';

const schema = (header: string) => ({
  type: 'object',
  properties: { region: { type: 'string', 'x-mcp-header': header }, query: { type: 'string' } },
});
const tools = [
  { name: 'good', inputSchema: schema('Region') },
  { name: 'bad', inputSchema: schema('My Region') },
];
const asking = { resultType: 'input_required', inputRequests: {}, requestState: 's' };
const script = (request: Request) =>
  result(request, request.method === 'tools/list' ? { tools } : request.nth === 1 ? asking : { content: [] });

describe('parameters that a tool has mirrored into headers', () => {
  test('go out with a call and with its retry, once the tool was listed', async () => {
    const { engine } = scripted(script);
    const made = await engine();
    const args = { region: 'Zürich', query: 'all' };
    expect(headerValue(made.prepareCall(SCRIPTED, 'good', args).headers, 'Mcp-Param-Region')).toBeUndefined();
    await made.listTools(SCRIPTED);
    const asked = made.prepareCall(SCRIPTED, 'good', args);
    const retry = prepareRetry(made, asked, { requestState: 's' });
    for (const { headers } of [
      asked,
      retry,
      made.prepareRequest(SCRIPTED, 'tools/call', { name: 'good', arguments: args }),
    ])
      expect(headerValue(headers, 'mcp-param-region')).toBe('=?base64?WsO8cmljaA==?=');
    expect(asked.headers.map(([name]) => name)).not.toContain('Mcp-Param-query');
    expect(
      headerValue(made.prepareCall('http://127.0.0.1:1/mcp', 'good', args).headers, 'Mcp-Param-Region'),
    ).toBeUndefined();
    await made.close();
  });

  test('that are invalid exclude their tool alone, with a note of the reason', async () => {
    const { engine } = scripted(script);
    const made = await engine();
    const listed = await made.listTools(SCRIPTED);
    expect(listed).toMatchObject({ ok: true, value: [{ name: 'good' }, { name: 'bad' }] });
    expect(listed.ok && listed.value.map(({ excluded }) => excluded)).toEqual([
      undefined,
      'x-mcp-header at region is "My Region", which cannot be part of a header\'s name',
    ]);
    const notes = Array.from({ length: made.log.length }, (_, seq) => made.log.read(seq)).filter(
      ({ kind }) => kind === 'note',
    );
    expect(notes).toMatchObject([
      { endpoint: SCRIPTED, data: { tool: 'bad', reason: expect.stringContaining('My Region') } },
    ]);
    await made.close();
  });
});

test('a request of any method has its headers and its cause, and is sent once', async () => {
  const { engine, sent } = scripted((request) => result(request, { contents: [] }));
  const made = await engine();
  const prepared = made.prepareRequest(SCRIPTED, 'resources/read', { uri: 'test://a' });
  expect(headerValue(prepared.headers, 'Mcp-Name')).toBe('test://a');
  expect(await made.request(prepared)).toMatchObject({ ok: true, value: { contents: [] } });
  expect(sent.map(({ method }) => method)).toEqual(['resources/read']);
  const cause = made.world().exchanges.at(0)?.causeSeq ?? -1;
  expect(made.log.read(cause)).toMatchObject({
    kind: 'action',
    data: { name: 'request', method: 'resources/read' },
  });
  await made.close();
});
