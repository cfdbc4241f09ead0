import { describe, expect, it } from 'vitest';
import { ScalarText } from './scalar';

describe('offsets count scalar values', () => {
  it.each([
    ['가나다라', 1, 3, '나다'],
    ['a😀b', 1, 2, '😀'],
    ['a😀b', 2, 3, 'b'],
    ['👩‍⚕️의사', 4, 6, '의사'],
    ['한글', 0, 99, '한글'],
    ['한글', 2, 2, ''],
    ['', 0, 1, ''],
  ])('%j %i..%i', (text, start, end, expected) => {
    expect(new ScalarText(text).slice(start, end)).toBe(expected);
  });

  it('agrees with Array.from at every offset', () => {
    const text = '암😀 100%\u{20000}완치\u200b!';
    const scalars = Array.from(text);
    const subject = new ScalarText(text);
    expect(subject.length).toBe(scalars.length);
    for (let start = 0; start <= scalars.length; start += 1) {
      for (let end = start; end <= scalars.length; end += 1) {
        expect(subject.slice(start, end)).toBe(scalars.slice(start, end).join(''));
      }
    }
  });
});
