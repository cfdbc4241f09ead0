import type { ReviewResult, Stance, WeighedDecision } from '../backend/types';
import type { Tone } from './citation';

/** First the decisions that may change a finding, then those that support it, then those that no longer count. */
const ORDER: readonly Stance[] = ['against', 'for', 'lost_ground'];

/** The decisions of a result as they are read: by side, the nearest first. */
export function weighedDecisions(result: Pick<ReviewResult, 'decisions'>): WeighedDecision[] {
  return ORDER.flatMap((stance) =>
    result.decisions
      .filter((one) => one.stance === stance)
      .toSorted((a, b) => b.similarity - a.similarity),
  );
}

/** The tone of a stance, which stands beside its words. */
export function stanceTone(stance: Stance): Tone {
  return stance === 'for' ? 'bad' : stance === 'against' ? 'ok' : 'hold';
}
