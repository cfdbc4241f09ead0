import type {
  CoverageAnswer,
  CoverageEvidence,
  CoverageFact,
  CoveragePaidElsewhere,
  CoverageSlotValue,
} from '../backend/types';

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
    others: [],
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
    paid_elsewhere: [],
    reader_notes: [],
    compare_axis: [],
    policy_axis: [],
    primary_coverage_code: 'A1',
    primary_coverage_name: '암진단비',
    user_summary: '',
    anchor: { insurers: ['A', 'B'], coverage_code: 'A1' },
    timings_ms: {},
    debug: {
      query: '암진단비 비교',
      normalized_query: '암진단비',
      insurers: ['A', 'B'],
      insurer_scope: { insurer_scope_method: 'all_imported', query_extracted_insurers: [] },
      coverage_resolution: {
        status: 'RESOLVED',
        best_similarity: 1,
        best_code: 'A1',
        reason: 'named',
      },
      resolved_policy_keywords: [],
      slot_type: null,
      slots_count: 1,
      pages: 0,
      readings: {},
    },
    ...over,
  };
}

/** The amount of the 암진단비 of company A, as it was read. */
export function fact(over: Partial<CoverageFact> = {}): CoverageFact {
  return {
    insurer_code: 'A',
    coverage: 'A1',
    coverage_name: '암진단비',
    attribute: 'amount',
    applies_to: null,
    polarity: 'affirmed',
    value: '1,000만원',
    condition: null,
    confidence: 'high',
    rule: 'amount.row',
    rank: 80,
    evidence: evidence(),
    ...over,
  };
}

/** The 유사암진단비 of company A, which pays for a kind of cancer. */
export function paid(over: Partial<CoveragePaidElsewhere> = {}): CoveragePaidElsewhere {
  return {
    subtype: 'borderline',
    label: '경계성종양',
    coverage_code: 'A2',
    coverage_name: '유사암진단비',
    name: '유사암 진단특약',
    inclusion: value({ value: 'Y' }),
    payout: value({ value: '600만원', evidence: [evidence({ page: 3 })] }),
    ...over,
  };
}
