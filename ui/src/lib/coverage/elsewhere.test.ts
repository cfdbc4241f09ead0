import { expect, it } from 'vitest';
import { answer, evidence, paid, value } from '../testing/coverage';
import { elsewhere, spoken } from './elsewhere';

it('names the company and the coverage that pays, with each place once', () => {
  const [one] = elsewhere(answer({ paid_elsewhere: [paid()] }));
  expect(one).toEqual({
    insurer: 'A',
    company: '가온손해보험',
    kind: '경계성종양',
    code: 'A2',
    name: '유사암 진단특약',
    amount: '600만원',
    isConditional: false,
    note: null,
    evidence: [evidence(), evidence({ page: 3 })],
  });
  const same = paid({ inclusion: value({ value: '조건부' }), payout: value({ value: null }) });
  const [other] = elsewhere(answer({ paid_elsewhere: [same] }));
  expect([other?.isConditional, other?.amount, other?.evidence.length]).toEqual([true, null, 1]);
  expect(elsewhere(answer())).toEqual([]);
});

it('leaves the remarks of readers out of the summary', () => {
  const told = answer({
    user_summary: '비교했습니다.\n40세의 것입니다.',
    reader_notes: ['40세의 것입니다.'],
  });
  expect(spoken(told)).toBe('비교했습니다.');
});
