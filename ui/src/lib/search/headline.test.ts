import { describe, expect, it } from 'vitest';
import { search as en } from '../words/en/search';
import { search as ko } from '../words/ko/search';
import { headline } from './headline';

const answer = (hits: number, known = true) => ({
  hits: Array.from({ length: hits }) as never[],
  known,
  took_ms: { total: 2.1 },
  encoder: null,
  reranker: null,
});

describe('the line above the hits', () => {
  it.each([
    ['hits', answer(3), /^3건 · /],
    ['no hit', answer(0), /^‘광고’에 맞는 조문이 없습니다/],
    ['no known word', answer(0, false), /^‘광고’에는 자료에 나오는 낱말이 하나도 없어/],
  ])('%s', (_, response, expected) =>
    expect(headline('광고', response, ko.search)).toMatch(expected),
  );

  it('says in English, too, what would help', () => {
    expect(headline('zzzz', answer(0, false), en.search)).toMatch(/Check the spelling/);
  });
});

describe('the question after a suggestion', () => {
  it.each([
    ['의료법', '을 찾으셨나요?'],
    ['과대광고', '를 찾으셨나요?'],
    ['aspirin', '을 찾으셨나요?'],
  ])('%s', (query, expected) => expect(ko.search.suggestion.after(query)).toBe(expected));
});
