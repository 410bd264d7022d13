import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

function colours(theme: 0 | 1): Map<string, string> {
  const found = css.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g);
  return new Map([...found].map((m) => [m[1] ?? '', m[theme + 2] ?? '']));
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((i) => {
    const c = Number.parseInt(hex.slice(i, i + 2), 16) / 255;
    return c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

const TEXT = ['ink', 'dim', 'faint', 'acc', 'working', 'input', 'done', 'failed', 'cancel'];
const SURFACES = ['bg', 'panel', 'sel', 'hover', 'code', 'input-soft', 'failed-soft'];
const FILLS = ['working', 'input', 'done', 'failed', 'cancel'];

describe.each([['light', 0] as const, ['dark', 1] as const])('%s theme', (_, index) => {
  const colour = colours(index);
  const get = (name: string): string => colour.get(name) ?? '#000000';

  test.each(TEXT.flatMap((t) => SURFACES.map((s) => [t, s] as const)))('%s on %s reaches 4.5', (t, s) => {
    expect(contrast(get(t), get(s))).toBeGreaterThanOrEqual(4.5);
  });

  test.each(FILLS)('text on the %s fill reaches 4.5', (fill) => {
    expect(contrast(get('on-status'), get(fill))).toBeGreaterThanOrEqual(4.5);
  });

  test('text on the accent reaches 4.5', () => {
    expect(contrast(get('acc-ink'), get('acc'))).toBeGreaterThanOrEqual(4.5);
  });
});
