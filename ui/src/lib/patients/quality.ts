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

/** The score that a judge model gives a part; `null` where it gives none. */
export function judged(scores: ConsultModelScores, part: QualityPart): number | null {
  return part === 'grounding' || part === 'completeness' || part === 'accuracy'
    ? scores[part]
    : null;
}

/** Below this quality the consultation may search a second time. */
export const QUALITY_GOAL = 0.5;
