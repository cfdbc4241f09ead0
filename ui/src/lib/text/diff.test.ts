import { describe, expect, it } from 'vitest';
import { diffLines, diffWords, keptShare, type Part } from './diff';

const side = (parts: Part[], kind: 'del' | 'ins') =>
  parts
    .filter((part) => part.kind === 'same' || part.kind === kind)
    .map((part) => part.text)
    .join('');

describe('differences', () => {
  it.each([
    ['국내 유일 치료', '국내 치료', '국내 -유일 -치료'],
    ['국내 치료', '국내 유일 치료', '국내 +유일 +치료'],
    ['첫째 둘째', '첫째 셋째', '첫째 -둘째-+셋째+'],
    ['같다', '같다', '같다'],
    ['', '새 글', '+새 글+'],
    ['옛 글', '', '-옛 글-'],
    ['', '', ''],
  ])('%j → %j', (before, after, expected) => {
    const shown = diffWords(before, after)
      .map(({ kind, text }) =>
        kind === 'same' ? text : kind === 'del' ? `-${text}-` : `+${text}+`,
      )
      .join('');
    expect(shown).toBe(expected);
  });

  it('keeps both texts whole, whatever they are', () => {
    const words = ['완치', '보장', ' ', '\n', '100%', '후기', '없는', '를'];
    const text = (seed: number) =>
      Array.from(
        { length: seed % 14 },
        (_, index) => words[(seed * 31 + index * 17 + (seed >> 3)) % words.length],
      ).join('');
    for (let seed = 0; seed < 400; seed += 1) {
      const [before, after] = [text(seed), text(seed * 3 + 1)];
      for (const parts of [diffWords(before, after), diffLines(before, after)]) {
        expect(side(parts, 'del')).toBe(before);
        expect(side(parts, 'ins')).toBe(after);
      }
    }
  });

  it('stays quick and whole for very long texts', () => {
    const before = Array.from({ length: 30_000 }, (_, index) => `가${index}`).join(' ');
    const after = Array.from({ length: 30_000 }, (_, index) => `나${index}`).join(' ');
    const parts = diffWords(before, after);
    expect(side(parts, 'del')).toBe(before);
    expect(side(parts, 'ins')).toBe(after);
  });

  it('says how much is kept', () => {
    expect(keptShare(diffWords('가 나', '가 나'))).toBe(1);
    expect(keptShare(diffWords('가', '나'))).toBe(0);
    expect(keptShare([])).toBe(1);
  });
});
