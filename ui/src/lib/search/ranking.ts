import type { Hit, Why } from '../backend/types';

export type Stage = keyof Why;

/** The stages of a search, in the order they run. */
const STAGES: readonly Stage[] = ['bm25', 'dense', 'fused', 'rerank'];

/** What one stage made of a hit, as it is written; `null` where the stage did not run or did not find it. */
export interface StageRow {
  stage: Stage;
  rank: string | null;
  score: string | null;
  contribution: string | null;
}

/** Every stage, also those that say nothing of the hit. */
export function stageRows({ ranks, why }: Pick<Hit, 'ranks' | 'why'>): StageRow[] {
  return STAGES.map((stage) => {
    const rank = ranks[stage];
    const made = why[stage];
    return {
      stage,
      rank: rank === null ? null : String(rank),
      score: made && figure(made.score),
      contribution: made && figure(made.contribution),
    };
  });
}

/**
 * A score with about three figures that count: BM25 goes to dozens, a cosine stays below one, and reciprocal ranks
 * are hundredths.
 */
export function figure(value: number): string {
  const size = Math.abs(value);
  const places = size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : size >= 0.1 ? 3 : 4;
  return value.toFixed(places).replace(/^-(?=0\.?0*$)/, '');
}
