import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { STATUSES, toneOf } from './tone.ts';

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

function linear(hex: string): readonly number[] {
  return [1, 3, 5].map((i) => {
    const c = Number.parseInt(hex.slice(i, i + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
}

/** What dichromats see, in linear light: Machado, Oliveira and Fernandes (2009), severity 1. */
const SEEN: Readonly<Record<string, readonly (readonly number[])[]>> = {
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

function seenAs(hex: string, matrix: readonly (readonly number[])[]): readonly number[] {
  const rgb = linear(hex);
  return matrix.map((row) =>
    Math.min(
      1,
      Math.max(
        0,
        row.reduce((sum, v, i) => sum + v * (rgb[i] ?? 0), 0),
      ),
    ),
  );
}

/** CIE Lab of linear RGB (D65). */
function lab([r = 0, g = 0, b = 0]: readonly number[]): readonly number[] {
  const f = (t: number): number => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
  const x = f((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047);
  const y = f(0.2126729 * r + 0.7151522 * g + 0.072175 * b);
  const z = f((0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** Distance of two colours as somebody sees them; about 2 is just noticed. */
function deltaE(a: string, b: string, matrix: readonly (readonly number[])[]): number {
  const [p, q] = [lab(seenAs(a, matrix)), lab(seenAs(b, matrix))];
  return Math.hypot(...p.map((v, i) => v - (q[i] ?? 0)));
}

test('every status has a shape of its own: colour is never all that tells them apart', () => {
  expect(new Set(STATUSES.map((status) => toneOf(status).shape)).size).toBe(STATUSES.length);
});

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

  test.each(Object.keys(SEEN))('the colours of two statuses stay apart with %s', (kind) => {
    for (const [i, a] of FILLS.entries())
      for (const b of FILLS.slice(i + 1))
        expect(deltaE(get(a), get(b), SEEN[kind] ?? []), `${a} and ${b}`).toBeGreaterThan(12);
  });

  test('text on the accent reaches 4.5', () => {
    expect(contrast(get('acc-ink'), get('acc'))).toBeGreaterThanOrEqual(4.5);
  });
});
