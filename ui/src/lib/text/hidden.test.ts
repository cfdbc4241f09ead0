import { describe, expect, it } from 'vitest';
import { countHidden, pieces } from './hidden';

describe('hidden characters are shown', () => {
  it.each([
    ['완\u200b치', 'ZWSP', 'U+200B'],
    ['완\u202e치', 'RLO', 'U+202E'],
    ['완\ufeff치', 'BOM', 'U+FEFF'],
    ['완\u3164치', 'HF', 'U+3164'],
    ['완\u0007치', 'U+0007', 'U+0007'],
    ['완\u{e0041}치', 'U+E0041', 'U+E0041'],
    ['완\u200d치', 'ZWJ', 'U+200D'],
  ])('%j', (text, hidden, code) => {
    expect(pieces(text)).toEqual([{ text: '완' }, { hidden, code }, { text: '치' }]);
  });

  it.each(['줄\n바꿈\t칸', '평범한 문장.', '👩‍⚕️', '👨🏽‍⚕️ 의사', '❤️‍🔥', ''])(
    'nothing is hidden in %j',
    (text) => {
      expect(countHidden(text)).toBe(0);
      expect(
        pieces(text)
          .map((piece) => ('text' in piece ? piece.text : ''))
          .join(''),
      ).toBe(text);
    },
  );

  it('counts each one', () => {
    expect(countHidden('\u200b\u200b가\u2060')).toBe(3);
  });
});
