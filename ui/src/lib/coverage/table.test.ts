import { expect, it } from 'vitest';
import { answer, evidence, value } from '../testing/coverage';
import { cell, columns, ownEvidence, ownValue, sourceName } from './table';

it('has a column for each company, in the order of the answer', () => {
  const [first, second] = columns(answer());
  expect([first?.name, second?.code]).toEqual(['가온손해보험', 'B']);
  const values = answer().slots[0]?.insurers ?? [];
  expect(cell(values, 'A')?.value).toBe('1,000만원');
  expect(cell(values, 'C')).toBeUndefined();
});

it('names documents of one type apart, and shows what others say once', () => {
  const man = evidence({ document: '제안서(남).txt' });
  const woman = evidence({ document: '제안서(여).txt' });
  const other = { name: '제안서(여).txt', value: '4,000만원', evidence: [woman] };
  const both = value({ evidence: [man, woman], conflicts: [other] });
  expect(ownEvidence(both)).toEqual([man]);
  expect([man, woman].map((one) => sourceName(both, one))).toEqual(['제안서(남)', '제안서(여)']);
  const single = value({ evidence: [man] });
  expect(ownEvidence(single)).toEqual([man]);
  expect(sourceName(single, man)).toBe('가입설계서');
});

it('lets parts say their amounts, unless all have the same', () => {
  const one = { name: '암진단비Ⅰ', value: '1,000만원', evidence: [evidence()] };
  const two = { name: '암진단비Ⅱ', value: '500만원', evidence: [evidence({ start: 20, end: 30 })] };
  const places = [...one.evidence, ...two.evidence];
  const joined = '암진단비Ⅰ 1,000만원 / 암진단비Ⅱ 500만원';
  const apart = value({ value: joined, parts: [one, two], evidence: places });
  expect(ownValue(apart)).toBeNull();
  expect(ownEvidence(apart)).toEqual([]);
  const same = value({ amount_won: 10_000_000, parts: [one, { ...two, value: '1,000만원' }] });
  expect(ownValue(same)).toBe('1,000만원');
  expect(ownValue(value())).toBe('1,000만원');
});
