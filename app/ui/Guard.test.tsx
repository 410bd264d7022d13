import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lazy, type ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Guard } from './Guard.tsx';

beforeEach(() => {
  // React reports what a boundary caught on the console as well.
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(cleanup);

function Broken(): ReactNode {
  throw new RangeError('no such lane');
}

test('code that does not come: its part says so and offers to load the page again, and the rest stays', async () => {
  const Part = lazy(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')));
  const reload = vi.fn();
  render(
    <>
      <p>the rest</p>
      <Guard fallback="loading" reload={reload}>
        <Part />
      </Guard>
    </>,
  );
  expect(screen.getByText('loading')).toBeTruthy();
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('could not be shown');
  expect(alert.textContent).toContain('Failed to fetch dynamically imported module');
  expect(screen.getByText('the rest')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Load the page again' }));
  expect(reload).toHaveBeenCalledOnce();
});

test('a part that breaks while it is drawn', async () => {
  render(
    <Guard fallback={null}>
      <Broken />
    </Guard>,
  );
  expect((await screen.findByRole('alert')).textContent).toContain('no such lane');
});
