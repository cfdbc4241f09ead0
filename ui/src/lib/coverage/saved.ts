import type { CoverageAnswer, CoverageQuestion } from '../backend/types';

/** The questions that lead to these answers again, without the conversation they came from; none of an answer without a comparison. */
export function questionsOf(answers: readonly CoverageAnswer[]): CoverageQuestion[] {
  return answers
    .filter(({ slots, insurers }) => slots.length > 0 && insurers.length > 0)
    .map(({ query, insurers, resolved_coverage_code }) => ({
      query,
      insurers,
      coverage_code: resolved_coverage_code,
      anchor: null,
    }));
}
