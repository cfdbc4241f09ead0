import type { CoverageAnswer, CoverageEvidence, CoverageSlotValue } from '../backend/types';

/** A place in a 가입설계서. */
export function evidence(over: Partial<CoverageEvidence> = {}): CoverageEvidence {
  return {
    document: '제안서.txt',
    doc_type: '가입설계서',
    page: 2,
    quote: '암진단비 1,000만원',
    start: 0,
    end: 12,
    ...over,
  };
}

/** An amount of company A with its place. */
export function value(over: Partial<CoverageSlotValue> = {}): CoverageSlotValue {
  return {
    insurer_code: 'A',
    value: '1,000만원',
    confidence: 'high',
    evidence: [evidence()],
    ...over,
  };
}

/** The 암진단비 of two companies, one of which has no value. */
export function answer(over: Partial<CoverageAnswer> = {}): CoverageAnswer {
  const nothing = { value: null, confidence: 'none' as const, evidence: [] };
  return {
    query: '암진단비 비교',
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
        insurers: [value({ insurer_code: 'B', ...nothing }), value()],
      },
    ],
    compare_axis: [],
    policy_axis: [],
    primary_coverage_code: 'A1',
    primary_coverage_name: '암진단비',
    user_summary: '',
    anchor: { insurers: ['A', 'B'], coverage_code: 'A1' },
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
    ...over,
  };
}
