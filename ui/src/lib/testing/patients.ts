import type { ConsultResponse, PatientItem, PatientTurnView, TurnChanges } from '../backend/types';

/** An item for tests. */
export function item(over: Partial<PatientItem> = {}): PatientItem {
  return {
    id: 1,
    slot: 'conditions',
    name: '고혈압',
    value: { kind: 'plain' },
    standing: 'active',
    experiencer: 'patient',
    confidence: 0.9,
    first_said: '2026-11-22T07:00:00Z',
    last_said: '2026-11-22T07:00:00Z',
    first_turn: 1,
    last_turn: 1,
    checked: { state: 'no' },
    shown: '고혈압',
    weight: 1,
    decay_per_hour: 0.001,
    in_conflict: false,
    ...over,
  };
}

/** What a turn changed, for tests. */
export function changes(over: Partial<TurnChanges> = {}): TurnChanges {
  return { added: [], renewed: [], changed: [], conflicts: [], ignored: [], ...over };
}

/** A kept turn for tests. */
export function kept(turn: number, over: Partial<PatientTurnView> = {}): PatientTurnView {
  return {
    turn,
    conversation: 'conversation',
    at: `2026-11-22T07:0${turn}:00Z`,
    text: `${turn}번째 말`,
    changes: changes(),
    remembered: true,
    answer: null,
    model_calls: [],
    ...over,
  };
}

/** An answer to a patient for tests. */
export function consulted(over: Partial<ConsultResponse> = {}): ConsultResponse {
  return {
    answer: '',
    paragraphs: [],
    warnings: [],
    slots: {},
    profile_summary: '',
    remembered: [],
    used: [],
    complexity: 'simple',
    k: 3,
    cache: { hit: false, similarity: null, saved_ms: null },
    quality: {
      grounding: null,
      completeness: null,
      accuracy: null,
      overall: null,
      by: null,
      length: null,
      evidence: null,
      personalisation: null,
    },
    iterations: 0,
    stopped_by: 'quality_met',
    citations: [],
    rewritten: [],
    tokens: { window: 0, plan: {}, taken: {}, cut: 0 },
    mode: 'agent',
    flags: {},
    engine: 'rules',
    roles: {},
    notices: [],
    timings_ms: {},
    ...over,
  };
}
