import { expect, it } from 'vitest';
import { answer, paid, value } from '../testing/coverage';
import { keyInWords, steps, tracedValues } from './trace';

it('names the reading of each value and what it reads', () => {
  const slot = {
    slot_key: 'payout_amount',
    label: '지급금액',
    comparable: true,
    differs: false,
    insurers: [value({ rule: 'amount.row' }), value({ insurer_code: 'B', value: null })],
  };
  const whole = answer({ slots: [slot] });
  const readings = { 'amount.row': '보장표의 줄입니다.' };
  expect(tracedValues({ ...whole, debug: { ...whole.debug, readings } })).toEqual([
    {
      item: '지급금액',
      company: '가온손해보험',
      value: '1,000만원',
      rule: 'amount.row',
      meaning: '보장표의 줄입니다.',
    },
  ]);
});

it('has the values of other coverages, also by a reading that the desk does not know', () => {
  const inclusion = value({ insurer_code: 'C', value: 'Y', rule: 'inclusion.name' });
  const traced = tracedValues(answer({ slots: [], paid_elsewhere: [paid({ inclusion })] }));
  expect(traced.map(({ item, company, meaning }) => [item, company, meaning])).toEqual([
    ['경계성종양 · 유사암 진단특약', 'C', null],
  ]);
});

it('has the longest step first and the whole last', () => {
  const timings_ms = { total: 9, slots: 2, compare_axis: 5 };
  expect(steps(answer({ timings_ms })).map(({ step }) => step)).toEqual([
    'compare_axis',
    'slots',
    'total',
  ]);
});

it('says a key of the desk in words where it has some', () => {
  const words = { anchor: '앞 질문의 담보' };
  expect(keyInWords('anchor', words)).toBe('앞 질문의 담보 (anchor)');
  expect(keyInWords('new_reason', words)).toBe('new_reason');
});
