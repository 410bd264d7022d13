// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import type { JsonObject } from '../../server/protocol/json.ts';
import { type FormDraft, startDraft } from './draft.ts';
import { SchemaForm, type SchemaFormProps } from './SchemaForm.tsx';

afterEach(cleanup);

function Host(props: Partial<SchemaFormProps> & { schema: JsonObject; seen: (draft: FormDraft) => void }) {
  const [draft, setDraft] = useState(() => startDraft(props.schema));
  return (
    <SchemaForm
      id="f"
      label="Answer"
      {...props}
      value={draft}
      onChange={(next) => {
        setDraft(next);
        props.seen(next);
      }}
    />
  );
}

test('a boolean starts unset and is answered by keyboard', async () => {
  const user = userEvent.setup();
  const seen = vi.fn();
  const sent = vi.fn();
  const schema = { type: 'object', properties: { approved: { type: 'boolean' } }, required: ['approved'] };
  render(<Host schema={schema} seen={seen} onSubmit={sent} submitLabel="Send answer" />);
  const group = screen.getByRole('radiogroup', { name: 'approved' });
  expect(group.getAttribute('aria-required')).toBe('true');
  await user.click(screen.getByRole('button', { name: 'Send answer' }));
  expect(sent).not.toHaveBeenCalled();
  expect(screen.getByRole('alert').textContent).toContain('approved is required');
  await user.keyboard(' ');
  await user.click(screen.getByRole('radio', { name: 'Yes' }));
  expect(seen).toHaveBeenLastCalledWith({ data: { approved: true }, mode: 'form' });
  await user.click(screen.getByRole('button', { name: 'Send answer' }));
  expect(sent).toHaveBeenCalledWith({ approved: true }, { valid: true, problems: [] });
});
