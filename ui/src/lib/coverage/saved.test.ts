import { expect, it } from 'vitest';
import { answer } from '../testing/coverage';
import { questionsOf } from './saved';

it('keeps the insurers and the coverage of an answer, so that no conversation is needed', () => {
  expect(questionsOf([answer({ query: '그럼 누리생명은?' })])).toEqual([
    { query: '그럼 누리생명은?', insurers: ['A', 'B'], coverage_code: 'A1', anchor: null },
  ]);
});

it('keeps nothing of an answer without a comparison', () => {
  expect(questionsOf([answer({ slots: [] }), answer({ insurers: [] })])).toEqual([]);
});
