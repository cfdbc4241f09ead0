import { describe, expect, it } from 'vitest';
import { marked, wholeOf } from './marked';
import type { Span } from './segments';

const span = ([start, end]: [number, number]): Span => ({ start, end });

describe('the words that were found, in the part that is shown', () => {
  it.each<[string, string, [number, number], [number, number][], string]>([
    ['one word', '치료 경험담 광고', [0, 9], [[3, 6]], '치료 [경험담] 광고'],
    ['nothing found', '치료 경험담', [0, 6], [], '치료 경험담'],
    ['a part of the text', '치료 경험담 광고', [3, 9], [[7, 9]], '경험담 [광고]'],
    ['outside the part', '치료 경험담 광고', [3, 6], [[0, 2]], '경험담'],
    ['across its start', '치료 경험담', [1, 4], [[0, 2]], '[료] 경'],
    ['across its end', '치료 경험담', [0, 4], [[3, 6]], '치료 [경]'],
    [
      'side by side',
      '의료광고',
      [0, 4],
      [
        [0, 2],
        [2, 4],
      ],
      '[의료][광고]',
    ],
    ['scalar values before', '😀a😀 광고', [0, 6], [[4, 6]], '😀a😀 [광고]'],
    ['scalar values in the part', '😀😀 광고 😀', [1, 5], [[3, 5]], '😀 [광고]'],
    ['past the end', '광고', [0, 99], [[0, 2]], '[광고]'],
    ['no text', '', [0, 0], [], ''],
  ])('%s', (_, text, within, found, expected) => {
    const parts = marked(text, span(within), found.map(span));
    expect(parts.map((part) => (part.hit ? `[${part.text}]` : part.text)).join('')).toBe(expected);
  });

  it('the whole of a text counts scalar values', () => {
    expect(wholeOf('😀가')).toEqual({ start: 0, end: 2 });
  });
});
