import { render } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { createElement, type ReactElement, useState } from 'react';
import { vi } from 'vitest';
import type { JsonObject } from '../../server/protocol/json.ts';
import type { FullCheck } from './checker.ts';
import { type FormDraft, outgoing, startDraft } from './draft.ts';
import { problemsOf } from './full-problems.ts';
import { SchemaForm, type SchemaFormProps } from './SchemaForm.tsx';
import { compile } from './validator.worker.ts';

/** The worker's check without a worker. */
export const checkHere: FullCheck = async (schema, value) => ({
  problems: problemsOf(compile(schema)(value), value),
});

/** A form on a page that keeps its draft, as a feature would. */
export interface Mounted {
  readonly user: UserEvent;
  /** What would be sent now. */
  readonly value: () => JsonObject | string;
  readonly draft: () => FormDraft;
  readonly sent: ReturnType<typeof vi.fn>;
  readonly changes: () => number;
  readonly rerender: (props: Partial<SchemaFormProps>) => void;
}

interface HostProps extends Partial<SchemaFormProps> {
  readonly schema: JsonObject;
  readonly start: FormDraft;
  readonly onDraft: (draft: FormDraft) => void;
}

function Host({ start, onDraft, ...props }: HostProps): ReactElement {
  const [draft, setDraft] = useState(start);
  return createElement(SchemaForm, {
    id: 'f',
    label: 'Answer',
    check: checkHere,
    ...props,
    value: draft,
    onChange: (next: FormDraft) => {
      onDraft(next);
      setDraft(next);
    },
  });
}

// jsdom has no CSS.escape, which user-event needs to walk through radio buttons.
const css = { escape: (text: string): string => text.replace(/[^\w-]/g, (c) => `\\${c}`) };
globalThis.CSS ??= css as typeof CSS;

/** Mounts a form for `schema`. */
export function mount(schema: JsonObject, props: Partial<SchemaFormProps> = {}): Mounted {
  const start = startDraft(schema);
  let current = start;
  let changes = 0;
  const sent = vi.fn();
  const onDraft = (draft: FormDraft): void => {
    current = draft;
    changes += 1;
  };
  const host = (more: Partial<SchemaFormProps>): ReactElement =>
    createElement(Host, { schema, onSubmit: sent, ...props, ...more, start, onDraft });
  const { rerender } = render(host({}));
  return {
    user: userEvent.setup(),
    value: () => {
      const out = outgoing(current);
      return out.ok ? out.value : out.reason;
    },
    draft: () => current,
    sent,
    changes: () => changes,
    rerender: (more) => rerender(host(more)),
  };
}

/** An object schema. */
export function object(properties: JsonObject, more: JsonObject = {}): JsonObject {
  return { type: 'object', properties, ...more };
}

/** Ids that are referred to and do not exist. */
export function danglingIds(): readonly string[] {
  return [...document.querySelectorAll('[aria-describedby], [aria-labelledby], label[for]')]
    .flatMap((element) =>
      ['aria-describedby', 'aria-labelledby', 'for'].map((name) => element.getAttribute(name) ?? ''),
    )
    .flatMap((ids) => ids.split(/\s+/))
    .filter((id) => id !== '' && !document.getElementById(id));
}
