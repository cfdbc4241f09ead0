import { describe, expect, it } from 'vitest';
import { excerpt, wholeArticle } from './excerpt';

const ARTICLE = [
  '① 첫째 항이다.',
  '② 다음 각 호의 광고를 하지 못한다.',
  '  1. 새 기술 광고',
  '  2. 체험담 광고',
  '    가. 글로 쓴 것',
  '    나. 그림으로 그린 것',
  '③ 셋째 항이다.',
].join('\n');

function shown(text: string, quote: string): string[] {
  const start = Array.from(text.slice(0, text.indexOf(quote))).length;
  return excerpt(text, start, start + Array.from(quote).length).map((line) =>
    line === null ? '⋯' : `${line.before.trim()}[${line.quote}]${line.after}`,
  );
}

describe('an excerpt', () => {
  it.each([
    [
      'an item shows its paragraph',
      '새 기술 광고',
      ['② 다음 각 호의 광고를 하지 못한다.[]', '1.[새 기술 광고]'],
    ],
    [
      'a later item leaves out what is between',
      '체험담 광고',
      ['② 다음 각 호의 광고를 하지 못한다.[]', '⋯', '2.[체험담 광고]'],
    ],
    [
      'a sub-item shows item and paragraph',
      '그림으로 그린 것',
      [
        '② 다음 각 호의 광고를 하지 못한다.[]',
        '⋯',
        '2. 체험담 광고[]',
        '⋯',
        '나.[그림으로 그린 것]',
      ],
    ],
    ['a paragraph stands alone', '셋째 항이다', ['③[셋째 항이다].']],
    [
      'a quote over two lines',
      '1. 새 기술 광고\n  2. 체험담',
      ['② 다음 각 호의 광고를 하지 못한다.[]', '[1. 새 기술 광고]', '[  2. 체험담] 광고'],
    ],
  ])('%s', (_name, quote, expected) => {
    expect(shown(ARTICLE, quote)).toEqual(expected);
  });

  it('counts offsets in scalar values', () => {
    expect(shown('① 😀 표시 뒤의 말', '뒤의 말')).toEqual(['① 😀 표시[뒤의 말]']);
  });

  it('shows the beginning when the quote was not found', () => {
    expect(
      excerpt(ARTICLE, 0, 0).map((line) => line && line.before + line.quote + line.after),
    ).toEqual(['① 첫째 항이다.', '② 다음 각 호의 광고를 하지 못한다.', '  1. 새 기술 광고']);
  });

  it('keeps every line of the whole article', () => {
    const lines = wholeArticle(ARTICLE, 12, 20);
    expect(lines.map(({ before, quote, after }) => before + quote + after).join('\n')).toBe(
      ARTICLE,
    );
    expect(lines.map(({ quote }) => quote).join('')).toBe(
      Array.from(ARTICLE).slice(12, 20).join(''),
    );
  });
});
