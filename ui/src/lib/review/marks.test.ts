import { expect, it } from 'vitest';
import { result, violation } from '../testing/review';
import { claimMarks } from './marks';
import { rulePacks } from './rules';

const SUBJECT = result({
  claims: ['가', '나', '다'].map((text, index) => ({
    id: `c${index + 1}`,
    text,
    start: index,
    end: index + 1,
  })),
  violations: [
    violation({ claim_id: 'c1', severity: 'low', kind: 'V6', rule: 'rank@2026.3' }),
    violation({ claim_id: 'c1', severity: 'critical', kind: 'V1', rule: 'tech@2026.1' }),
    violation({ claim_id: 'c3', severity: 'medium', kind: 'V6', rule: 'rank@2026.3' }),
    violation({ claim_id: 'c3', severity: 'low', kind: 'V6', rule: 'reviewer' }),
  ],
});

it('marks a claim by its worst violation', () => {
  expect(
    claimMarks(SUBJECT).map(({ number, tone, kinds }) => [number, tone, kinds.join()]),
  ).toEqual([
    [1, 'bad', 'V6,V1'],
    [2, 'clear', ''],
    [3, 'warn', 'V6'],
  ]);
});

it('names the rule packs that found something', () => {
  expect(rulePacks(SUBJECT)).toEqual(['2026.1', '2026.3']);
});
