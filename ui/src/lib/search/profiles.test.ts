import { describe, expect, it } from 'vitest';
import type { SearchProfile, UsedProfile } from '../backend/types';
import { search as en } from '../words/en/search';
import { search as ko } from '../words/ko/search';
import { filledInProfile, isChanged, resultsText, usedProfileLine, withProfile } from './profiles';

const REVIEW: SearchProfile = {
  id: 'review',
  lexical: 20,
  dense: 20,
  fusion: 'reciprocal_rank',
  k: 60,
  weights: [1, 1],
  rerank: 15,
  results: [5],
  minimum: null,
};
const USED: UsedProfile = { ...REVIEW };

function form(over: Record<string, string> = {}): FormData {
  const fields = {
    lexical: '20',
    dense: '20',
    fusion: 'reciprocal_rank',
    k: '60',
    'weight-words': '1',
    'weight-meaning': '1',
    rerank: '15',
    results: '5',
    minimum: '',
    ...over,
  };
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
}

describe('the line that says how hits came about', () => {
  it.each<[Partial<UsedProfile>, string, string]>([
    [
      {},
      '낱말 20건, 의미 20건, 역순위 합 k=60, 가중치 1:1, 재정렬 15건, 최저 점수 없음',
      '20 by words, 20 by meaning, reciprocal ranks k=60, weights 1:1, 15 reranked, no least score',
    ],
    [
      { fusion: 'weighted_scores', k: null, weights: [0.8, 0.2], rerank: 0, minimum: 0.01 },
      '낱말 20건, 의미 20건, 점수 가중합, 가중치 0.8:0.2, 재정렬 없음, 최저 점수 0.01',
      '20 by words, 20 by meaning, weighted scores, weights 0.8:0.2, none reranked, least score 0.01',
    ],
    [{ fusion: null, dense: 0 }, '낱말 20건, 의미 0건', '20 by words, 0 by meaning'],
  ])('%o', (over, korean, english) => {
    expect(usedProfileLine({ ...USED, ...over }, ko.search.profile)).toBe(korean);
    expect(usedProfileLine({ ...USED, ...over }, en.search.profile)).toBe(english);
  });
});

describe('the form of a profile', () => {
  it.each<[Record<string, string>, Partial<SearchProfile>]>([
    [{}, {}],
    [
      { lexical: '30', k: '40.5' },
      { lexical: 30, k: 40.5 },
    ],
    [{ fusion: 'weighted_scores' }, { fusion: 'weighted_scores', k: null }],
    [{ results: '0, 3,8 , 15' }, { results: [0, 3, 8, 15] }],
    [{ minimum: '0.25' }, { minimum: 0.25 }],
    // What is no number is refused by the desk, with the words for its field.
    [
      { lexical: '', rerank: '1.5' },
      { lexical: 1_000_000, rerank: 1_000_000 },
    ],
    [
      { k: 'x', 'weight-words': '' },
      { k: -1, weights: [-1, 1] },
    ],
    [
      { results: '', minimum: '많이' },
      { results: [1_000_000], minimum: -1 },
    ],
  ])('%o', (fields, expected) => {
    expect(filledInProfile(form(fields), REVIEW)).toEqual({ ...REVIEW, ...expected });
  });

  it('writes steps with commas', () => {
    expect([resultsText([5]), resultsText([0, 3, 8, 15])]).toEqual(['5', '0, 3, 8, 15']);
  });
});

it('a profile is changed where a value differs from the shipped one', () => {
  const shipped = { routing: true, profiles: [REVIEW] };
  expect(isChanged({ ...REVIEW }, shipped)).toBe(false);
  const changes: Partial<SearchProfile>[] = [
    { lexical: 30 },
    { k: 40 },
    { weights: [1, 0.5] },
    { results: [6] },
    { minimum: 0 },
  ];
  for (const over of changes) {
    const changed = { ...REVIEW, ...over };
    expect(isChanged(changed, shipped)).toBe(true);
    expect(withProfile(shipped, changed).profiles).toEqual([changed]);
  }
});
