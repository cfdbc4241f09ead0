import { expect, it } from 'vitest';
import { answer } from '../testing/coverage';
import { conversation, suggested } from './conversation';

const other = {
  coverage_code: 'A2',
  coverage_name: '뇌출혈진단비',
  raw_name: '뇌출혈',
  similarity: 1,
  score: 1,
};

it('says what a conversation is about in names', () => {
  const { anchor, insurers, coverage } = conversation(answer());
  expect(insurers).toEqual(['가온손해보험', '누리생명']);
  expect(coverage).toBe('암진단비');
  expect(anchor).toEqual({ insurers: ['A', 'B'], coverage_code: 'A1' });
  const open = conversation(answer({ anchor: { insurers: ['B', 'C'], coverage_code: null } }));
  expect([open.insurers, open.coverage]).toEqual([['누리생명', 'C'], null]);
});

it('offers what may be meant only while it is not known', () => {
  expect(suggested(answer({ suggested_coverages: [other] }))).toEqual([]);
  const open = answer({ resolved_coverage_code: null, suggested_coverages: [other] });
  expect(suggested(open)).toEqual([{ code: 'A2', name: '뇌출혈진단비' }]);
});
