import { describe, expect, it } from 'vitest';
import { segments, type Span } from './segments';

const cut = (text: string, spans: Span[]) =>
  segments(text, spans).map(({ text: piece, covers, closes }) => [
    piece,
    covers.join(),
    closes.join(),
  ]);

describe('segments', () => {
  it.each<[string, string, Span[], string[][]]>([
    ['no span', '가나다', [], [['가나다', '', '']]],
    [
      'one',
      '가나다라',
      [{ start: 1, end: 3 }],
      [
        ['가', '', ''],
        ['나다', '0', '0'],
        ['라', '', ''],
      ],
    ],
    ['the whole', '가나', [{ start: 0, end: 2 }], [['가나', '0', '0']]],
    [
      'adjacent',
      '가나다',
      [
        { start: 0, end: 1 },
        { start: 1, end: 3 },
      ],
      [
        ['가', '0', '0'],
        ['나다', '1', '1'],
      ],
    ],
    [
      'overlapping',
      '가나다라',
      [
        { start: 0, end: 3 },
        { start: 1, end: 4 },
      ],
      [
        ['가', '0', ''],
        ['나다', '0,1', '0'],
        ['라', '1', '1'],
      ],
    ],
    [
      'nested, same end',
      '가나다',
      [
        { start: 0, end: 3 },
        { start: 1, end: 3 },
      ],
      [
        ['가', '0', ''],
        ['나다', '0,1', '0,1'],
      ],
    ],
    [
      'after an emoji',
      '😀가나',
      [{ start: 1, end: 2 }],
      [
        ['😀', '', ''],
        ['가', '0', '0'],
        ['나', '', ''],
      ],
    ],
    [
      'outside or empty',
      '가나',
      [
        { start: 1, end: 9 },
        { start: 1, end: 1 },
      ],
      [['가나', '', '']],
    ],
    ['an empty text', '', [], []],
  ])('%s', (_name, text, spans, expected) => {
    expect(cut(text, spans)).toEqual(expected);
  });

  it('always joins to the text, and covers exactly the spans', () => {
    const text = '말기암😀 100% 완치! 후기\u200b보장';
    const length = Array.from(text).length;
    for (let seed = 1; seed < 300; seed += 1) {
      const spans = Array.from({ length: seed % 6 }, (_, index) => {
        const start = (seed * 7 + index * 13) % length;
        return { start, end: Math.min(length, start + 1 + ((seed * 3 + index * 5) % 6)) };
      });
      const found = segments(text, spans);
      expect(found.map((piece) => piece.text).join('')).toBe(text);
      spans.forEach(({ start, end }, index) => {
        const covered = found
          .filter((piece) => piece.covers.includes(index))
          .map((piece) => piece.text);
        expect(covered.join('')).toBe(Array.from(text).slice(start, end).join(''));
        expect(found.filter((piece) => piece.closes.includes(index))).toHaveLength(1);
      });
    }
  });
});
