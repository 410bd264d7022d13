import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Link, navigate, usePath, useSearch } from './route.tsx';

afterEach(() => {
  cleanup();
  history.replaceState(null, '', '/');
});

function Shown() {
  return <output>{usePath() + useSearch()}</output>;
}

const shown = (): string | null => screen.getByRole('status').textContent;

test('a view follows navigate, and a step back', async () => {
  render(<Shown />);
  act(() => navigate('/discover?endpoint=x'));
  expect(shown()).toBe('/discover?endpoint=x');
  const steps = history.length;
  act(() => navigate('/discover?about=y', { replace: true }));
  expect([shown(), history.length]).toEqual(['/discover?about=y', steps]);
  await act(async () => {
    const back = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }));
    history.back();
    await back;
  });
  expect(shown()).toBe('/');
});

test('a plain click on a link stays within the page; a click for a new tab is the browser’s', () => {
  render(
    <>
      <Shown />
      <Link href="/settings">Settings</Link>
    </>,
  );
  const link = screen.getByRole('link');
  // jsdom cannot leave the page: that the event was left alone is what counts.
  expect(fireEvent.click(link, { ctrlKey: true })).toBe(true);
  expect(shown()).toBe('/');
  expect(fireEvent.click(link)).toBe(false);
  expect(shown()).toBe('/settings');
});
