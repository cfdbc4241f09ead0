import { expect, it } from 'vitest';
import type { CoverageAnswer } from '../backend/types/CoverageAnswer';
import { cell, columns, csv, ownEvidence, sourceName } from './table';

const evidence = {
  document: '제안서.txt',
  doc_type: '가입설계서',
  page: 2,
  quote: '=1+1, "암"',
  start: 0,
  end: 9,
};

function answer(): CoverageAnswer {
  const value = (insurer_code: string, said: string | null) => ({
    insurer_code,
    value: said,
    confidence: 'high' as const,
    evidence: said === null ? [] : [evidence],
    conflicts: [],
    parts: [],
  });
  return {
    query: '',
    insurers: ['A', 'B'],
    insurer_names: ['가온손해보험', '누리생명'],
    unknown_insurers: [],
    intent: 'compare',
    resolution_state: 'RESOLVED',
    resolved_coverage_code: 'A1',
    resolved_coverage_name: '암진단비',
    suggested_coverages: [],
    also_named: [],
    comparison_mode: 'COVERAGE',
    subtype_targets: [],
    slots: [
      {
        slot_key: 'payout_amount',
        label: '지급금액',
        comparable: true,
        differs: false,
        insurers: [value('B', null), value('A', '1,000만원')],
      },
    ],
    compare_axis: [],
    policy_axis: [],
    primary_coverage_code: 'A1',
    primary_coverage_name: '암진단비',
    user_summary: '',
    anchor: { insurers: [], coverage_code: null },
    timings_ms: {},
    debug: {
      insurer_scope_method: '',
      normalized_query: '',
      resolution_reason: '',
      best_similarity: 0,
      resolved_policy_keywords: [],
      slot_type: null,
      pages: 0,
    },
  };
}

it('has a column for each company, in the order of the answer', () => {
  const [first, second] = columns(answer());
  expect([first?.name, second?.code]).toEqual(['가온손해보험', 'B']);
  const values = answer().slots[0]?.insurers ?? [];
  expect(cell(values, 'A')?.value).toBe('1,000만원');
  expect(cell(values, 'C')).toBeUndefined();
});

it('writes a line a value, and no formula', () => {
  const lines = csv(answer(), ['항목', '보험사', '값', '문서', '쪽', '문구']).split('\r\n');
  expect(lines).toHaveLength(4);
  expect(lines[0]).toBe('\uFEFF"항목","보험사","값","문서","쪽","문구"');
  expect(lines[1]).toBe('"지급금액","가온손해보험","1,000만원","제안서.txt","2","\'=1+1, ""암"""');
  expect(lines[2]).toBe('"지급금액","누리생명","","","",""');
});

it('names documents of one type apart, and shows what others say once', () => {
  const man = { ...evidence, document: '제안서(남).txt' };
  const woman = { ...evidence, document: '제안서(여).txt' };
  const base = { insurer_code: 'A', value: '3,000만원', confidence: 'low' as const, parts: [] };
  const other = { name: '제안서(여).txt', value: '4,000만원', evidence: [woman] };
  const value = { ...base, evidence: [man, woman], conflicts: [other] };
  expect(ownEvidence(value)).toEqual([man]);
  expect([man, woman].map((one) => sourceName(value, one))).toEqual(['제안서(남)', '제안서(여)']);
  const single = { ...base, evidence: [man], conflicts: [] };
  expect(ownEvidence(single)).toEqual([man]);
  expect(sourceName(single, man)).toBe('가입설계서');
});
