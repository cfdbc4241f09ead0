import type { ConsultModelScores, ConsultQuality } from '../backend/types';

/** The parts of a score: the judge's, then those of the heuristic that stands in for it. */
export const QUALITY_PARTS = [
  'grounding',
  'completeness',
  'accuracy',
  'length',
  'evidence',
  'personalisation',
] as const satisfies readonly (keyof ConsultQuality)[];

export type QualityPart = (typeof QUALITY_PARTS)[number];

/** What a judge model says of a part; `null` of one that it does not score. */
export function judged(scores: ConsultModelScores, part: QualityPart): number | null {
  return part === 'grounding' || part === 'completeness' || part === 'accuracy'
    ? scores[part]
    : null;
}

/** Below it another search may be worth it (seed 003). */
export const QUALITY_GOAL = 0.5;
