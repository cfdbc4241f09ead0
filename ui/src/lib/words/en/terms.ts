import type { Messages } from '../ko';

type Part = Pick<
  Messages,
  | 'verdict'
  | 'draft'
  | 'final'
  | 'severity'
  | 'level'
  | 'kind'
  | 'medium'
  | 'caseStatus'
  | 'action'
  | 'documentKind'
>;

/** The words of the field, as the domain types name them. */
export const terms: Part = {
  verdict: { 허용: 'Allowed', 조건부허용: 'Conditional', 불허: 'Denied', 보류: 'On hold' },
  draft: 'draft',
  final: 'final',
  severity: { critical: 'critical', high: 'high', medium: 'medium', low: 'low' },
  level: { statute: 'statute', standard: 'standard' },
  kind: {
    V1: 'Unevaluated technology',
    V2: 'Patient testimonial',
    V3: 'False or exaggerated',
    V4: 'Comparison or disparagement',
    V5: 'No evidence',
    V6: 'Superlative',
    V7: 'Surgery scene shown',
    V8: 'Qualification or title',
    V9: 'Posing as news or expert',
    V10: 'Not pre-reviewed, or altered',
    V11: 'Foreign patients, domestic ad',
    V12: 'Discount on uncovered care',
    V13: 'Award, certificate, endorsement',
    V14: 'Other prohibited',
  },
  medium: {
    internet: 'Internet',
    app: 'App',
    sns: 'Social media',
    newspaper: 'Newspaper',
    magazine: 'Magazine',
    banner: 'Banner',
    poster: 'Poster',
    leaflet: 'Leaflet',
    transport: 'Transport',
    billboard: 'Billboard',
    broadcast: 'Broadcast',
  },
  caseStatus: {
    running: 'under review',
    awaiting_review: 'waiting for a person',
    awaiting_revision: 'waiting for a revision',
    completed: 'completed',
    failed: 'failed',
  },
  action: {
    approve: 'Approve',
    modify: 'Modify',
    reject: 'Reject, re-review',
    request_revision: 'Request revision',
  },
  documentKind: {
    statute: 'Statute',
    guideline: 'Review standard',
    precedent: 'Precedent',
    drug: 'Drug',
    dur: 'DUR',
    policy: 'Policy',
    'tech-registry': 'Evaluated technology',
    bench: 'Test data',
  },
};
