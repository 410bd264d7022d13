import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shortId, taskLabel, visible } from './label.ts';

test('what cannot be seen is shown as its escape', () => {
  expect(visible('a\nb\tc\r')).toBe('a\\nb\\tc\\r');
  expect(visible('tsk_\u202e1\u2066')).toBe('tsk_\\u{202e}1\\u{2066}');
  expect(visible('a\u200bb\u00adc\ufeff\u0000\u2028')).toBe(
    'a\\u{200b}b\\u{00ad}c\\u{feff}\\u{0000}\\u{2028}',
  );
  expect(visible('\ud800 \u{e0041}')).toBe('\\u{d800} \\u{e0041}');
  expect(visible('Bericht für שלום 😀')).toBe('Bericht für שלום 😀');
});

test('no label has a character that is not seen, whatever the server calls things', () => {
  const nasty = fc.string({
    unit: fc.constantFrom(
      'a',
      '\n',
      '\u202e',
      '\u2069',
      '\u061c',
      '\ud83d',
      '\ude00',
      '\u0085',
      '\u2029',
      '_',
    ),
  });
  fc.assert(
    fc.property(nasty, nasty, (tool, taskId) => {
      for (const label of [visible(tool), shortId(taskId), taskLabel({ tool, taskId })])
        expect(label).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
    }),
  );
});

test('a task is called by its tool and the ends of its id', () => {
  expect(taskLabel({ tool: 'generate_report', taskId: 'tsk_7f3a00000000e19d' })).toBe(
    'generate_report tsk_7f3a…e19d',
  );
  expect(taskLabel({ tool: undefined, taskId: 'a\u202e' }, 'Task')).toBe('Task a\\u{202e}');
});
