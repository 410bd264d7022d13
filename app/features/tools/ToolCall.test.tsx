import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { result, SCRIPTED, scripted } from '../../engine/client/scripted.suite.ts';
import { ToolCall } from './ToolCall.tsx';

// The form is a chunk of its own; here it is loaded beforehand.
beforeAll(() => import('../../forms/index.ts'));
beforeEach(() => sessionStorage.clear());
afterEach(cleanup);

const TOOL = {
  name: 'book',
  title: undefined,
  description: undefined,
  raw: {},
  inputSchema: { type: 'object', properties: { people: { type: 'integer', default: 4 } } },
};

test('a tool that must be left out is shown with the reason and cannot be called', async () => {
  const server = scripted((request) => result(request, {}));
  const tool = { ...TOOL, excluded: 'x-mcp-header at people is empty' };
  render(
    <ToolCall
      engine={await server.engine()}
      endpoint={SCRIPTED}
      tool={tool}
      onTask={() => {}}
      onShow={() => {}}
      bodyOf={() => ''}
      rounds={() => null}
    />,
  );
  expect(screen.getByRole('note').textContent).toContain('x-mcp-header at people is empty');
  expect(screen.queryByRole('button')).toBeNull();
});

test('a parameter that is mirrored into a header is marked in the preview', async () => {
  const server = scripted((request) =>
    result(request, request.method === 'tools/list' ? { tools: [MIRRORING] } : {}),
  );
  const engine = await server.engine();
  const listed = await engine.listTools(SCRIPTED);
  const tool = listed.ok ? listed.value[0] : undefined;
  if (tool === undefined) throw new Error('no tool');
  render(
    <ToolCall
      engine={engine}
      endpoint={SCRIPTED}
      tool={tool}
      onTask={() => {}}
      onShow={() => {}}
      bodyOf={() => ''}
      rounds={() => null}
    />,
  );
  const shown = await screen.findByRole('group', { name: 'The request that will be sent' });
  expect(shown.textContent).toContain('Mcp-Param-Region: eu = params.arguments.region ✓');
});

const MIRRORING = {
  name: 'mirrors',
  inputSchema: {
    type: 'object',
    properties: { region: { type: 'string', default: 'eu', 'x-mcp-header': 'Region' } },
  },
};
