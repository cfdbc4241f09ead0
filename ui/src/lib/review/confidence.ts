import type { ConfidenceParts } from '../backend/types';

/** The four parts with their weights in percent, as the desk computes the whole. */
export const PARTS: readonly { part: keyof ConfidenceParts; weight: number }[] = [
  { part: 'citation_accuracy', weight: 30 },
  { part: 'logic_consistency', weight: 25 },
  { part: 'evidence_strength', weight: 25 },
  { part: 'precedent_match', weight: 20 },
];

export type Band = 'certain' | 'sampled' | 'person' | 'expert';

/** The action that a confidence calls for. A border belongs to the band above it. */
export function band(confidence: number): Band {
  if (confidence >= 0.95) return 'certain';
  if (confidence >= 0.8) return 'sampled';
  return confidence >= 0.7 ? 'person' : 'expert';
}
