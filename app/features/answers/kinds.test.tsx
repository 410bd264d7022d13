import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { history, observation, question } from '../tasks/history.suite.ts';
import { asking, show, stub } from './answering.suite.ts';

// The form is a chunk of its own; here it is loaded beforehand.
beforeAll(() => import('../../forms/index.ts'));
beforeEach(() => sessionStorage.clear());
afterEach(cleanup);

test('attack 9: an address that is none of the web can be refused, and neither opened nor agreed to', async () => {
  const { engine } = stub();
  const url = question({ params: { mode: 'url', url: 'javascript:alert(1)', message: 'Open this' } });
  show(engine, { ...asking, questions: [url] });
  expect(screen.getByText(/cannot be opened/)).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
  expect(screen.getByRole('button', { name: 'Decline' })).toBeTruthy();
  expect(
    screen.queryByRole('button', { name: 'I have finished' }),
    'no consent to what is no web address',
  ).toBeNull();
});

test('attack 9: the whole address is shown, its host told apart, and only the link opens it; the consent is sent without content', async () => {
  const { engine, sent } = stub();
  const params = { mode: 'url', url: 'https://bank.example@accounts.example/connect', message: 'Connect' };
  show(engine, { ...asking, questions: [question({ params })] });
  expect(document.querySelector('[data-url]')?.textContent).toBe(params.url);
  expect(document.querySelector('[data-url] strong')?.textContent).toBe('accounts.example');
  expect(screen.getByText(/leads to accounts.example/)).toBeTruthy();
  const link = screen.getByRole('link', { name: 'Open accounts.example in a new tab' });
  expect([link.getAttribute('href'), link.getAttribute('rel'), link.getAttribute('target')]).toEqual([
    params.url,
    'noopener noreferrer',
    '_blank',
  ]);
  await userEvent.setup().click(screen.getByRole('button', { name: 'I have finished' }));
  await waitFor(() => expect(sent).toEqual([{ approve_outline: { action: 'accept' } }]));
});

test('sampling is shown in full and answered by JSON that begins as a template; what was typed goes out as typed', async () => {
  const { engine, update } = stub();
  const params = {
    systemPrompt: 'Be brief.',
    messages: [{ role: 'user', content: { type: 'text', text: 'Who are you?' } }],
    maxTokens: 9,
  };
  const asked = question({ key: 'ask', method: 'sampling/createMessage', params });
  show(engine, { ...asking, questions: [asked] });
  expect(screen.getByRole('list', { name: 'Messages' }).textContent).toContain('Who are you?');
  expect(screen.getByText('System prompt').parentElement?.textContent).toContain('Be brief.');
  expect(screen.getByText('maxTokens')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Decline' }), 'sampling has no word for it').toBeNull();
  const json = screen.getByLabelText<HTMLTextAreaElement>('Answer as JSON');
  expect(JSON.parse(json.value)).toMatchObject({ role: 'assistant', content: { type: 'text', text: '' } });
  const user = userEvent.setup();
  await user.clear(json);
  await user.click(json);
  await user.paste(
    '{"role":"assistant","n":9007199254740993,"content":{"type":"text","text":"I"},"model":"m"}',
  );
  await user.click(screen.getByRole('button', { name: 'Send answer' }));
  await waitFor(() => expect(update).toHaveBeenCalledOnce());
  expect(update.mock.calls[0]?.[0].text).toContain(
    '"ask":{"role":"assistant","n":9007199254740993,"content":{"type":"text","text":"I"},"model":"m"}',
  );
});

test('the request itself can be edited as JSON and is sent as it then is', async () => {
  const { engine, update } = stub();
  show(engine, asking);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Edit this request as JSON' }));
  const text = screen.getByLabelText<HTMLTextAreaElement>('The request as JSON');
  const edited = text.value.replace('"accept"', '"perhaps"');
  await user.clear(text);
  await user.click(text);
  await user.paste(edited);
  await user.click(screen.getByRole('button', { name: 'Send as edited' }));
  await waitFor(() => expect(update.mock.calls.map(([prepared]) => prepared.text)).toEqual([edited]));
});

test('R45: some of the answers go in one update, as ticked and previewed', async () => {
  const { engine, sent } = stub();
  const questions = ['first', 'second', 'third'].map((key) => question({ key }));
  show(engine, history([observation(5514, { status: 'input_required' })], { questions }));
  const user = userEvent.setup();
  for (const yes of await screen.findAllByRole('radio', { name: 'Yes' })) await user.click(yes);
  await user.click(screen.getByRole('checkbox', { name: 'second' }));
  const some = screen.getByRole('button', { name: 'Send 2 of 3 answers' });
  await user.hover(some);
  const preview = screen.getByRole('group', { name: 'The tasks/update that will be sent' }).textContent ?? '';
  expect(['first', 'second', 'third'].filter((key) => preview.includes(`"${key}"`))).toEqual([
    'first',
    'third',
  ]);
  await user.click(some);
  const accept = { action: 'accept', content: { approved: true } };
  await waitFor(() => expect(sent).toEqual([{ first: accept, third: accept }]));
});
