import type { ReviewResult } from '../backend/types/ReviewResult';

/** The versions of the rule packs that found something: `superlative.rank@2026.3` → `2026.3`. */
export function rulePacks(result: ReviewResult): string[] {
  const versions = result.violations.flatMap(({ rule }) => /@(\S+)$/.exec(rule)?.[1] ?? []);
  return [...new Set(versions)].sort();
}
