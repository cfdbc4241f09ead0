import { describe, expect, it } from 'vitest';
import { found } from './found';

describe('marking what was looked for', () => {
  it.each([
    ['치료 경험담 광고', '경험담', '치료 [경험담] 광고'],
    ['체험담 광고와 광고', '광고', '체험담 [광고]와 [광고]'],
    ['a.b 100% (주)', '100% a.b', '[a.b] [100%] (주)'],
    ['한 글자', '한', '한 글자'],
    ['없음', '', '없음'],
    ['Abc ABC', 'abc', '[Abc] [ABC]'],
  ])('%j with %j', (text, query, expected) => {
    const parts = found(text, query);
    expect(parts.map((part) => (part.hit ? `[${part.text}]` : part.text)).join('')).toBe(expected);
    expect(parts.map((part) => part.text).join('')).toBe(text);
  });
});
