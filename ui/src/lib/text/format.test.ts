import { describe, expect, it } from 'vitest';
import { age, bytes, confidence, day, milliseconds, moment, percentDown } from './format';

describe('numbers as a reviewer reads them', () => {
  it.each([
    [0.74, '.74'],
    [1, '1.00'],
    [0, '.00'],
    [0.7999, '.79'],
    [0.8, '.80'],
    [0.29, '.29'],
  ])('confidence %d is %s', (value, expected) => expect(confidence(value)).toBe(expected));

  it.each([
    [0.834, '83%'],
    [0.999, '99%'],
    [0.29, '29%'],
    [1, '100%'],
  ])('share %d is %s', (value, expected) => expect(percentDown(value)).toBe(expected));

  it.each([
    [0.42, '0.4 ms'],
    [8.94, '8.9 ms'],
    [250.4, '250 ms'],
    [2300, '2.3 s'],
  ])('%d ms is %s', (value, expected) => expect(milliseconds(value)).toBe(expected));

  it.each([
    [512, '512 B'],
    [2048, '2.0 KB'],
    [3 * 1024 * 1024, '3.0 MB'],
  ])('%d bytes is %s', (value, expected) => expect(bytes(value)).toBe(expected));

  it.each([
    [0, '방금', 'now'],
    [59, '59분', '59m'],
    [60, '1시간', '1h'],
    [47 * 60, '47시간', '47h'],
    [48 * 60, '2일', '2d'],
    [-5, '방금', 'now'],
  ])('%d minutes ago', (minutes, ko, en) => {
    const now = Date.parse('2026-11-20T12:00:00Z');
    const then = new Date(now - minutes * 60_000).toISOString();
    expect([age(then, now, 'ko'), age(then, now, 'en')]).toEqual([ko, en]);
  });

  it('leaves what is no date as it came', () => {
    expect([day('언젠가'), moment('언젠가')]).toEqual(['언젠가', '언젠가']);
    expect(day('2026-11-18T00:30:00')).toBe('2026-11-18');
    expect(moment('2026-11-18T00:30:00')).toBe('2026-11-18 00:30');
  });
});
