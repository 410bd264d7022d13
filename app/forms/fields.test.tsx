import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { localZone } from './date-text.ts';
import { danglingIds, mount, object } from './host.suite.ts';

afterEach(() => {
  expect(danglingIds()).toEqual([]);
  cleanup();
});

/** Everything by keyboard: the first field is one Tab away from the top of the page. */
describe('by keyboard', () => {
  test('text, and cleared again it is left out', async () => {
    const { user, value } = mount(object({ name: { type: 'string', title: 'Display name' } }));
    await user.tab();
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Display name' }));
    await user.keyboard('Mona');
    expect(value()).toEqual({ name: 'Mona' });
    await user.clear(screen.getByRole('textbox', { name: 'Display name' }));
    expect(value()).toEqual({});
  });

  test.each([
    ['email', 'email', ' a@b.co '],
    ['uri', 'url', 'https://example.com/a b'],
  ])('%s keeps what was typed, spaces and all', async (format, keyboard, typed) => {
    const { user, value } = mount(object({ a: { type: 'string', format } }));
    await user.tab();
    await user.keyboard(typed);
    expect(screen.getByRole('textbox', { name: 'a' }).getAttribute('inputmode')).toBe(keyboard);
    expect(value()).toEqual({ a: typed });
  });

  test('a long text gets an area, and so does one with line breaks', async () => {
    const { user, value } = mount(object({ about: { type: 'string', maxLength: 500 } }));
    await user.tab();
    await user.keyboard('one{Enter}two');
    expect(value()).toEqual({ about: 'one\ntwo' });
    cleanup();
    mount(object({ b: { type: 'string', default: 'x\ny' } }));
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'b' }).value).toBe('x\ny');
  });

  test('a number, and what is none stays visible with an error', async () => {
    const { user, value } = mount(object({ n: { type: 'number', maximum: 5 } }));
    const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'n' });
    await user.tab();
    await user.keyboard('-1.50');
    expect(value()).toEqual({ n: -1.5 });
    expect(input.value).toBe('-1.50');
    await user.clear(input);
    await user.keyboard('12');
    expect(value()).toEqual({ n: 12 }); // beyond the maximum: told, never clamped
    await user.clear(input);
    await user.keyboard('abc');
    await user.tab();
    expect(input.value).toBe('abc');
    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(document.getElementById('f/n/errors')?.textContent).toBe('must be a number');
    expect(input.getAttribute('aria-describedby')).toContain('f/n/errors');
  });

  test('an integer is an integer, and never another one', async () => {
    const { user, value, sent } = mount(object({ n: { type: 'integer' } }));
    await user.tab();
    await user.keyboard('1.0');
    expect(JSON.stringify(value())).toBe('{"n":1}');
    await user.clear(screen.getByRole('textbox'));
    await user.keyboard('1.5{Enter}');
    expect(screen.getByRole('alert').textContent).toContain('n must be a whole number');
    await user.clear(screen.getByRole('textbox'));
    await user.keyboard('9007199254740993{Enter}');
    expect(screen.getByRole('alert').textContent).toContain('n cannot be sent exactly as written');
    expect(sent).not.toHaveBeenCalled();
  });

  test('a boolean is unset until it is answered, and can be unset again', async () => {
    const { user, value } = mount(object({ ok: { type: 'boolean', title: 'Go on?' } }, { required: ['ok'] }));
    const group = screen.getByRole('radiogroup', { name: 'Go on?' });
    expect(group.getAttribute('aria-required')).toBe('true');
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'unset' }).checked).toBe(true);
    expect(value()).toEqual({});
    await user.tab();
    await user.keyboard('{ArrowUp}');
    expect(value()).toEqual({ ok: false });
    await user.keyboard('{ArrowUp}');
    expect(value()).toEqual({ ok: true });
    await user.keyboard('{ArrowUp}');
    expect(value()).toEqual({});
  });

  test.each([
    ['enum', { enum: ['s', 'm'] }, 'm', 'm'],
    ['enumNames', { enum: ['s', 'm'], enumNames: ['Small', 'Medium'] }, 'Medium', 'm'],
    [
      'oneOf',
      {
        oneOf: [
          { const: '#F00', title: 'Red' },
          { const: '#0F0', title: 'Green' },
        ],
      },
      'Red',
      '#F00',
    ],
    ['numbers', { type: 'number', enum: [1, 2] }, '2', 2],
  ])('a choice (%s): nothing is chosen until someone chooses', async (_kind, property, label, sent) => {
    const { user, value } = mount(object({ a: property }, { required: ['a'] }));
    expect(value()).toEqual({});
    const select = screen.getByRole<HTMLSelectElement>('combobox', { name: 'a' });
    expect(select.selectedOptions[0]?.textContent).toBe('— nothing chosen —');
    await user.selectOptions(select, label);
    expect(value()).toEqual({ a: sent });
    await user.selectOptions(select, '— nothing chosen —');
    expect(value()).toEqual({});
  });

  test.each([
    ['without titles', { type: 'string', enum: ['a', 'b', 'c'] }, 'b', 'a'],
    [
      'with titles',
      {
        anyOf: [
          { const: 'a', title: 'Alpha' },
          { const: 'b', title: 'Beta' },
        ],
      },
      'Beta',
      'Alpha',
    ],
  ])('several choices %s, in the order of the schema', async (_kind, items, second, first) => {
    const { user, value } = mount(object({ tags: { type: 'array', items } }));
    expect(screen.getByRole('group', { name: 'tags' })).toBeTruthy();
    screen.getByRole('checkbox', { name: second }).focus();
    await user.keyboard(' ');
    expect(value()).toEqual({ tags: ['b'] });
    await user.tab({ shift: true });
    expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: first }));
    await user.keyboard(' ');
    expect(value()).toEqual({ tags: ['a', 'b'] });
    await user.keyboard(' {Tab} ');
    expect(value()).toEqual({});
  });

  test('a date', async () => {
    const { user, value } = mount(object({ day: { type: 'string', format: 'date' } }));
    const input = screen.getByLabelText<HTMLInputElement>('day');
    expect(input.type).toBe('date');
    await user.type(input, '2026-07-28');
    expect(value()).toEqual({ day: '2026-07-28' });
    await user.clear(input);
    expect(value()).toEqual({});
  });

  test('a date-time goes out with seconds and a zone', async () => {
    const { user, value } = mount(object({ at: { type: 'string', format: 'date-time' } }));
    const input = screen.getByLabelText<HTMLInputElement>('at');
    await user.type(input, '2026-07-28T09:30');
    expect(value()).toEqual({ at: `2026-07-28T09:30:00${localZone('2026-07-28T09:30')}` });
    await user.selectOptions(screen.getByRole('combobox', { name: 'Time zone' }), 'UTC');
    expect(value()).toEqual({ at: '2026-07-28T09:30:00Z' });
  });

  test('the zone that a date-time came with is kept', async () => {
    const at = { type: 'string', format: 'date-time', default: '2026-07-28T09:30:00+05:45' };
    const { user, value } = mount(object({ at }));
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Time zone' }).value).toBe('+05:45');
    await user.clear(screen.getByLabelText('at'));
    await user.type(screen.getByLabelText('at'), '2026-08-01T10:00:30');
    expect(value()).toMatchObject({ at: expect.stringMatching(/^2026-08-01T10:00:30/) });
  });

  test.each(['date', 'date-time'])('a wrong %s stays visible, as text', (format) => {
    mount(object({ a: { type: 'string', format, default: 'soon' } }));
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'a' }).value).toBe('soon');
  });

  test('what the form has no control for is edited as JSON', async () => {
    const { user, value } = mount(object({ any: {} }));
    await user.click(screen.getByRole('textbox', { name: 'any' }));
    await user.paste('{"deep": [1, null]}');
    expect(value()).toEqual({ any: { deep: [1, null] } });
    await user.clear(screen.getByRole('textbox', { name: 'any' }));
    await user.paste('not json');
    expect(screen.getByText(/Not JSON at line 1, column 1/)).toBeTruthy();
    expect(value()).toEqual({ any: 'not json' });
  });

  test('groups and lists', async () => {
    const { user, value } = mount(
      object({
        home: object({ city: { type: 'string' } }, { title: 'Home' }),
        tags: { type: 'array', title: 'Tags', items: { type: 'string' } },
      }),
    );
    await user.type(screen.getByRole('textbox', { name: 'city' }), 'Bern');
    await user.click(screen.getByRole('button', { name: 'Add to Tags' }));
    await user.type(screen.getByRole('textbox', { name: 'Item 1' }), 'a');
    await user.click(screen.getByRole('button', { name: 'Add to Tags' }));
    await user.type(screen.getByRole('textbox', { name: 'Item 2' }), 'b');
    await user.click(screen.getByRole('button', { name: 'Move item 2 up' }));
    expect(value()).toEqual({ home: { city: 'Bern' }, tags: ['b', 'a'] });
    await user.clear(screen.getByRole('textbox', { name: 'city' }));
    await user.click(screen.getByRole('button', { name: 'Remove item 1' }));
    await user.click(screen.getByRole('button', { name: 'Remove item 1' }));
    expect(value()).toEqual({});
    expect(screen.getByRole('group', { name: /Home/ })).toBeTruthy();
  });
});

describe('where a value comes from', () => {
  test('a default says so, and what it was once it is changed', async () => {
    const { user, value } = mount(object({ seats: { type: 'integer', default: 50 } }));
    expect(value()).toEqual({ seats: 50 });
    const input = screen.getByRole('textbox', { name: 'seats' });
    const source = (): string | null | undefined => document.getElementById('f/seats/source')?.textContent;
    expect(source()).toBe('default from the server');
    expect(input.getAttribute('aria-describedby')).toContain('f/seats/source');
    await user.clear(input);
    expect(source()).toBe("the server's default was 50");
    expect(value()).toEqual({});
  });

  test('a default that is no choice is shown as such', () => {
    mount(
      object({
        a: { enum: ['x'], default: 'z' },
        b: { type: 'array', items: { enum: ['x'] }, default: ['y'] },
      }),
    );
    expect(
      screen.getByRole<HTMLSelectElement>('combobox', { name: 'a' }).selectedOptions[0]?.textContent,
    ).toBe('z (not one of the choices)');
    expect(screen.getByText('not one of the choices: y')).toBeTruthy();
  });

  test('required and optional are told apart in words', () => {
    mount(object({ a: { type: 'string' }, b: { type: 'string' } }, { required: ['a'] }));
    expect(screen.getByText('required')).toBeTruthy();
    expect(screen.getByText('optional')).toBeTruthy();
    expect(screen.getByRole('textbox', { name: 'a' }).getAttribute('aria-required')).toBe('true');
    expect(screen.getByRole('textbox', { name: 'b' }).hasAttribute('aria-required')).toBe(false);
  });

  test('title, description and limits are text', () => {
    const title = '<img src=x onerror=alert(1)>';
    mount(
      object({ a: { type: 'string', title, description: '**bold** <b>b</b>', minLength: 3, maxLength: 50 } }),
    );
    expect(document.querySelector('img, b, strong')).toBeNull();
    expect(screen.getByRole('textbox', { name: title })).toBeTruthy();
    expect(screen.getByText('3 to 50 characters')).toBeTruthy();
  });
});
