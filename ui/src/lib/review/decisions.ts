import type { ReviewResult, Stance, WeighedDecision } from '../backend/types';
import type { Tone } from './citation';

/** Those that may change a finding first, then those behind it, then those that no longer count. */
const ORDER: readonly Stance[] = ['against', 'for', 'lost_ground'];

/** The decisions of a result as they are read: by side, the nearest first. */
export function weighedDecisions(result: Pick<ReviewResult, 'decisions'>): WeighedDecision[] {
  return ORDER.flatMap((stance) =>
    result.decisions
      .filter((one) => one.stance === stance)
      .toSorted((a, b) => b.similarity - a.similarity),
  );
}

/** A stance as a tone; the words beside it say the same. */
export function stanceTone(stance: Stance): Tone {
  return stance === 'for' ? 'bad' : stance === 'against' ? 'ok' : 'hold';
}
