import { expect, test } from './fixtures.ts';
import { AnswerCard } from './pages/detail.ts';
import { mcp, result, rpcError, TinyServer, task } from './servers/tiny-server.ts';

const SCRIPT = '<script>alert(1)</script>';
const IMAGE = '<img src=x onerror="alert(2)">';
const SVG = '<svg onload="alert(3)"><a href="JaVaScRiPt:alert(4)">x</a></svg>';
const LINK = '[click]( javascript:alert(5)) ![i](http://evil.test/i.png)';

test('attack 8: markup of a server is text everywhere: no dialog, no request, no policy report', async ({
  inspector,
  server,
}) => {
  const { detail, page, timeline, traffic } = inspector;
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  const question = {
    method: 'elicitation/create',
    params: {
      mode: 'form',
      message: `Sure? ${IMAGE}`,
      requestedSchema: {
        type: 'object',
        description: `${SVG} ${LINK}`,
        properties: {
          [IMAGE]: { type: 'string', title: `Title ${SCRIPT}`, description: `About ${IMAGE} ${LINK}` },
        },
      },
    },
  };
  const asks = { statusMessage: `Busy ${SVG}`, inputRequests: { [`key${IMAGE}`]: question } };
  const tiny = await TinyServer.start(
    mcp(
      [
        { name: `bad${IMAGE}`, title: SVG, description: `${SCRIPT} ${LINK}` },
        {
          name: 'asks',
          description: SVG,
          inputSchema: { type: 'object', title: SCRIPT, description: IMAGE },
        },
      ],
      (call) => {
        if (call.method === 'tools/call')
          return call.params.name === 'asks'
            ? result(call, { ...task('tsk_bad', 'working', { statusMessage: SCRIPT }), resultType: 'task' })
            : rpcError(call, -32603, `Boom ${IMAGE} ${SVG}`);
        return result(call, task('tsk_bad', 'input_required', asks));
      },
      {
        instructions: `Read ${SCRIPT} ${LINK}`,
        _meta: { 'io.modelcontextprotocol/serverInfo': { name: `evil${IMAGE}`, version: SVG } },
      },
    ),
  );
  await inspector.open(server.link);
  await inspector.connectTo(tiny.url);
  await expect(inspector.fact('Name')).toContainText(`evil${IMAGE}`);
  await expect(inspector.serverPanel.getByRole('note')).toContainText(SCRIPT);

  await page.getByRole('region', { name: 'Tools' }).getByRole('button').first().click();
  await expect(inspector.call.root.getByRole('heading', { name: SVG })).toBeVisible();
  await expect(inspector.call.root).toContainText(`${SCRIPT} ${LINK}`);
  await inspector.call.submit.click();
  await expect(inspector.problem).toContainText(`Boom ${IMAGE} ${SVG}`);
  await traffic.rows('tools/call').click();
  await expect(detail.code('Response body')).toContainText('Boom <img src=x onerror=');

  await inspector.choose('asks');
  await inspector.call.submit.click();
  const card = new AnswerCard(detail, `key${IMAGE}`);
  await expect(card.root.getByRole('heading', { name: `Sure? ${IMAGE}` })).toBeVisible();
  await expect(card.root).toContainText(`Title ${SCRIPT}`);
  await expect(card.root).toContainText(`About ${IMAGE}`);
  await expect(timeline.lane('asks').label).toContainText('input_required');
  await expect(await detail.open('State')).toContainText(`Busy ${SVG}`);
  await inspector.view('Discovery').click();
  await expect(page.getByRole('region', { name: 'Instructions' })).toContainText(`Read ${SCRIPT} ${LINK}`);

  const made = await page.evaluate(() => ({
    foreign: document.querySelectorAll(
      'img[src="x"], svg[onload], script:not([src]), a[href^="javascript" i]',
    ).length,
    links: [...document.querySelectorAll('a')].filter((a) => new URL(a.href).origin !== location.origin)
      .length,
  }));
  expect(made).toEqual({ foreign: 0, links: 0 });
  expect(dialogs).toEqual([]);
  await tiny.close();
});
