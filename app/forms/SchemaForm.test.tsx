import { cleanup, screen, waitFor } from '@testing-library/react';
import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { JsonObject } from '../../server/protocol/json.ts';
import { subsetSchemas } from './arbitrary.suite.ts';
import type { FullCheck } from './checker.ts';
import { startDraft } from './draft.ts';
import { danglingIds, mount, object } from './host.suite.ts';

afterEach(() => {
  expect(danglingIds()).toEqual([]);
  cleanup();
});

const person = object(
  { name: { type: 'string', title: 'Name', minLength: 3 }, mail: { type: 'string', format: 'email' } },
  { required: ['name'] },
);

describe('sending', () => {
  test('an answer that fits is handed over as it is', async () => {
    const { user, sent } = mount(person, { submitLabel: 'Send answer' });
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Mona');
    await user.click(screen.getByRole('button', { name: 'Send answer' }));
    await waitFor(() => expect(sent).toHaveBeenCalledWith({ name: 'Mona' }, { valid: true, problems: [] }));
  });

  test('one that does not is told at its fields and in a summary, and the focus goes to the first', async () => {
    const { user, sent } = mount(person);
    await user.type(screen.getByRole('textbox', { name: 'mail' }), 'nope');
    await user.click(screen.getByRole('button', { name: 'Send' }));
    await screen.findByText(/^mail must be an e-mail address/);
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name' }));
    expect(screen.getByRole('alert').textContent).toContain('2 things are to be corrected');
    expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual([
      'Name is required',
      'mail must be an e-mail address, like name@example.com',
    ]);
    await user.click(screen.getByRole('link', { name: /^mail/ }));
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'mail' }));
    expect(document.activeElement?.getAttribute('aria-invalid')).toBe('true');
    expect(sent).not.toHaveBeenCalled();
  });

  test('a link leads to the first control of a group', async () => {
    const { user } = mount(object({ ok: { type: 'boolean' } }, { required: ['ok'] }));
    await user.click(screen.getByRole('button', { name: 'Send' }));
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'unset' }));
  });

  test('"send anyway" sends it on purpose, and can be forbidden', async () => {
    const { user, sent } = mount(person);
    expect(screen.queryByRole('button', { name: 'Send anyway' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Send' }));
    await user.click(screen.getByRole('button', { name: 'Send anyway' }));
    expect(sent).toHaveBeenCalledWith(
      {},
      { valid: false, problems: [expect.objectContaining({ path: ['name'] })] },
    );
    cleanup();
    const other = mount(person, { sendAnyway: false });
    await other.user.click(screen.getByRole('button', { name: 'Send' }));
    expect(screen.queryByRole('button', { name: 'Send anyway' })).toBeNull();
  });

  test('attack 13: what could not be checked is said, and not sent as valid', async () => {
    const check: FullCheck = async () => ({ problems: [], refused: 'the check took longer than 300 ms' });
    const { user, sent } = mount(object({ a: { type: 'string', pattern: '^(a+)+$' } }), { check });
    await user.click(screen.getByRole('textbox', { name: 'a' }));
    await user.paste(`${'a'.repeat(40)}!`);
    await user.click(screen.getByRole('button', { name: 'Send' }));
    expect((await screen.findByRole('alert')).textContent).toContain(
      'could not be checked: the check took longer',
    );
    expect(sent).not.toHaveBeenCalled();
  });

  test('leaving a field and pressing the button make one check of the same answer', async () => {
    const check = vi.fn<FullCheck>(async () => ({ problems: [] }));
    const { user, sent } = mount(person, { check });
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Mona');
    await user.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(sent).toHaveBeenCalledOnce());
    expect(check).toHaveBeenCalledOnce();
  });

  test('a schema without patterns and formats needs no worker', async () => {
    const check = vi.fn<FullCheck>();
    const { user, sent } = mount(object({ ok: { type: 'boolean' } }), { check });
    await user.click(screen.getByRole('radio', { name: 'No' }));
    await user.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(sent).toHaveBeenCalledWith({ ok: false }, { valid: true, problems: [] }));
    expect(check).not.toHaveBeenCalled();
  });
});

describe('around the form', () => {
  test('errors wait until a field is left', async () => {
    const { user } = mount(person);
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'ab');
    expect(document.getElementById('f/name/errors')).toBeNull();
    await user.tab();
    expect(document.getElementById('f/name/errors')?.textContent).toBe('must be at least 3 characters');
  });

  test('problems from elsewhere stand at their field', () => {
    mount(person, { errors: [{ path: ['name'], keyword: 'server', message: 'is taken' }] });
    expect(document.getElementById('f/name/errors')?.textContent).toBe('is taken');
  });

  test('problems are told to the parent', async () => {
    const onProblems = vi.fn();
    mount(person, { onProblems });
    expect(onProblems).toHaveBeenLastCalledWith([
      expect.objectContaining({ path: ['name'], message: 'is required' }),
    ]);
  });

  test('an equal schema in a new object, as a poll brings it, changes nothing', async () => {
    const { user, value, rerender } = mount(person);
    const input = screen.getByRole('textbox', { name: 'Name' });
    await user.type(input, 'Mo');
    rerender({ schema: JSON.parse(JSON.stringify(person)) as JsonObject });
    expect(screen.getByRole('textbox', { name: 'Name' })).toBe(input);
    await user.type(input, 'na');
    expect(value()).toEqual({ name: 'Mona' });
  });

  test('disabled, nothing can be changed', () => {
    mount(person, { disabled: true });
    expect(screen.getByRole('textbox', { name: 'Name' }).closest('fieldset')?.disabled).toBe(true);
  });

  test('a schema without properties has nothing to fill in', async () => {
    const { user, sent } = mount({ type: 'object' });
    expect(screen.getByText('Nothing to fill in.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(sent).toHaveBeenCalledWith({}, { valid: true, problems: [] }));
  });
});

describe('Form | JSON', () => {
  const toJson = () => screen.getByRole('radio', { name: 'JSON' });
  const toForm = () => screen.getByRole('radio', { name: 'Form' });
  const editor = (name = 'Arguments as JSON') => screen.getByRole<HTMLTextAreaElement>('textbox', { name });

  test('the editor says whose JSON it is: the arguments of a tool, or the answer to a question', async () => {
    const { user } = mount(person, { kind: 'question' });
    await user.click(toJson());
    expect(editor('Answer as JSON')).toBeTruthy();
    cleanup();
    const again = mount(person);
    await again.user.click(toJson());
    expect(editor('Arguments as JSON')).toBeTruthy();
  });

  test('both edit the same value, and nothing is lost on the way', async () => {
    const { user, value } = mount(person);
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Mona');
    await user.click(toJson());
    expect(editor().value).toBe('{\n  "name": "Mona"\n}');
    await user.clear(editor());
    await user.paste('{"name": "", "extra": {"deep": []}}');
    await user.click(toForm());
    expect(screen.getByText('an empty text will be sent')).toBeTruthy();
    expect(screen.getByText('extra')).toBeTruthy();
    await user.type(screen.getByRole('textbox', { name: 'mail' }), 'a@b.co');
    expect(value()).toEqual({ name: '', mail: 'a@b.co', extra: { deep: [] } });
  });

  test('what is not JSON is kept, told by line and column, and not sent', async () => {
    const { user, value, sent } = mount(person);
    await user.click(toJson());
    await user.clear(editor());
    await user.paste('{\n  "name": }');
    expect(editor().getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText(/Line 2, column 11: a value is missing/i)).toBeTruthy();
    await user.click(toForm());
    expect(screen.getByRole('status').textContent).toContain('The form cannot show this');
    expect(editor().value).toBe('{\n  "name": }');
    await user.click(screen.getByRole('button', { name: 'Send' }));
    expect(screen.queryByRole('button', { name: 'Send anyway' })).toBeNull();
    expect(sent).not.toHaveBeenCalled();
    expect(value()).toContain('line 2');
  });

  test('a number that many programs change is told', async () => {
    const { user, sent } = mount(object({ n: { type: 'integer' } }));
    await user.click(toJson());
    await user.clear(editor());
    await user.paste('{"n": 9007199254740993}');
    await user.click(screen.getByRole('button', { name: 'Send' }));
    expect((await screen.findByRole('alert')).textContent).toContain(
      'many programs read it as 9007199254740992',
    );
    expect(sent).not.toHaveBeenCalled();
  });

  test('attack 14: a schema that is refused says why, and leaves JSON', async () => {
    const { user, sent } = mount(object({ a: { $ref: 'https://example.com/s.json' } }));
    expect(
      screen.getByText(/There is no form for this schema: it refers to https:\/\/example.com/),
    ).toBeTruthy();
    await user.clear(editor());
    await user.paste('{"a": 1}');
    await user.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(sent).toHaveBeenCalledWith({ a: 1 }, { valid: true, problems: [] }));
  });
});

test('property: any schema of the subset is drawn, named, and holds only its defaults', () => {
  fc.assert(
    fc.property(subsetSchemas, (schema) => {
      const logged = vi.spyOn(console, 'error');
      cleanup(); // of the run before, which may have failed
      const { value, changes } = mount(schema, { kind: 'question' });
      expect(changes()).toBe(0);
      expect(value()).toEqual(startDraft(schema).data);
      expect(danglingIds()).toEqual([]);
      const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
      expect(ids).toEqual([...new Set(ids)]);
      expect(document.querySelectorAll('[data-field]')).toHaveLength(
        Object.keys(schema.properties as object).length,
      );
      expect(logged.mock.calls).toEqual([]);
      logged.mockRestore();
    }),
    { numRuns: 20 },
  );
});
