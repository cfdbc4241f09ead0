import type { CaseSummary, Citation, ReviewResult, Violation } from '../backend/types';

/** A minimal row of the queue with the fields that a test needs. */
export function summary(over: Partial<CaseSummary>): CaseSummary {
  return {
    case_id: 'case',
    external_id: null,
    excerpt: '',
    advertiser: null,
    medium: null,
    status: 'awaiting_review',
    verdict: null,
    final_verdict: null,
    confidence: null,
    severity: null,
    violations: {},
    reasons: [],
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-01T00:00:00Z',
    handling: null,
    overdue: false,
    ...over,
  };
}

export function citation(over: Partial<Citation>): Citation {
  return {
    chunk_id: 'chunk',
    kind: 'statute',
    article: '가상법 제1조',
    quote: '말',
    effective_from: null,
    status: 'VERIFIED',
    digest: false,
    version: '',
    note: '',
    ...over,
  };
}

export function violation(over: Partial<Violation>): Violation {
  return {
    kind: 'V3',
    level: 'statute',
    severity: 'high',
    claim_id: 'c1',
    article: '가상법 제1조',
    rationale: '근거가 없다.',
    citations: [],
    rule: 'mock@1',
    ...over,
  };
}

export function result(over: Partial<ReviewResult>): ReviewResult {
  return {
    id: null,
    case_id: 'case',
    status: 'awaiting_review',
    verdict: '불허',
    confidence: 0.7,
    confidence_parts: {
      citation_accuracy: 1,
      logic_consistency: 1,
      evidence_strength: 0,
      precedent_match: 0,
    },
    claims: [],
    violations: [],
    citations: [],
    reasoning: [],
    decisions: [],
    checklist: [],
    suggestions: [],
    iterations: 1,
    interrupt: null,
    engine: {},
    timings_ms: {},
    notices: [],
    packs: [],
    missing_grounds: [],
    assertions: [],
    suspicions: [],
    ...over,
  };
}
