import { describe, expect, it } from 'vitest';
import { curve, halfLife, hoursBehind, moments, weightIn } from './decay';

const faded = (perHour: number, hours: number) => ({
  decay_per_hour: perHour,
  weight: Math.exp(-perHour * hours),
});

it.each([
  [0.1, 6.93],
  [0.05, 13.86],
  [0.02, 34.66],
  [0.005, 138.6],
  [0.001, 693.1],
])('λ %f an hour halves in %f hours', (perHour, hours) => {
  expect(halfLife(perHour)).toBeCloseTo(hours, 1);
  expect(weightIn({ decay_per_hour: perHour, weight: 1 }, hours)).toBeCloseTo(0.5, 3);
});

it('what does not fade has no half life and stays', () => {
  expect(halfLife(0)).toBeNull();
  expect(moments({ decay_per_hour: 0, weight: 1 }).every(({ weight }) => weight === 1)).toBe(true);
});

it('the table begins now and falls', () => {
  const rows = moments(faded(0.1, 12));
  expect(rows[0]).toEqual({ hours: 0, weight: expect.closeTo(0.301, 3) });
  for (const [at, { weight }] of rows.entries())
    expect(weight).toBeLessThanOrEqual(rows[at - 1]?.weight ?? 1);
});

describe('a curve', () => {
  it.each([
    ['fresh', faded(0.1, 0)],
    ['of days ago', faded(0.02, 60)],
    ['all but gone', { decay_per_hour: 0.1, weight: 0 }],
    ['steady', { decay_per_hour: 0, weight: 1 }],
  ])('%s stays in its box, with now on it', (_name, item) => {
    const { path, now, span, behind } = curve(item);
    const numbers = path.match(/[\d.e-]+/gu)?.map(Number) ?? [];
    expect(numbers.every((it) => it >= 0 && it <= 1 + 1e-9)).toBe(true);
    expect(now.x).toBeCloseTo(behind / span, 9);
    expect(now.y).toBeCloseTo(1 - item.weight, 9);
    expect(now.x).toBeLessThan(1);
  });

  it('begins where the weight was full', () => {
    expect(hoursBehind(faded(0.02, 60))).toBeCloseTo(60, 9);
    const [x, y] =
      /^M(\S+) (\S+)/u
        .exec(curve(faded(0.02, 60)).path)
        ?.slice(1)
        .map(Number) ?? [];
    expect([x, y]).toEqual([0, expect.closeTo(0, 9)]);
  });
});
