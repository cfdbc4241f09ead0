import type { ConsultQuality } from '../backend/types/ConsultQuality';

/** The parts of a score: the judge's, then those of the heuristic that stands in for it. */
export const QUALITY_PARTS = [
  'grounding',
  'completeness',
  'accuracy',
  'length',
  'evidence',
  'personalisation',
] as const satisfies readonly (keyof ConsultQuality)[];

/** What a judge scores, be it the rules or a model. */
export const JUDGED_PARTS = ['grounding', 'completeness', 'accuracy'] as const;

/** Below it another search may be worth it (seed 003). */
export const QUALITY_GOAL = 0.5;
