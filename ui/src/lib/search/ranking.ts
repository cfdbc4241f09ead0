import type { Hit, Why } from '../backend/types';

export type Stage = Exclude<keyof Why, 'computation'>;

/** The stages of a search, in the order they run. */
const STAGES: readonly Stage[] = ['bm25', 'dense', 'fused', 'rerank'];

/** The rank and score of a hit in one stage; `null` where the stage did not run or did not find the hit. */
export interface StageRow {
  stage: Stage;
  rank: string | null;
  score: string | null;
  contribution: string | null;
}

/** A row for every stage, also for those that did not find the hit. */
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
