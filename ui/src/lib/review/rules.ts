import type { ReviewResult } from '../backend/types';

/** The lexicon is part of the program, not a chosen pack. */
const LEXICON = 'lexicon';

/**
 * The versions of the rule packs that were applied. Older results record only the packs that found
 * something: `superlative.rank@2026.3` → `2026.3`.
 */
export function rulePacks(result: ReviewResult): string[] {
  const applied = result.packs.filter(({ id }) => id !== LEXICON);
  if (applied.length > 0) return [...new Set(applied.map(({ version }) => version))].sort();
  const versions = result.violations.flatMap(({ rule }) => /@(\S+)$/.exec(rule)?.[1] ?? []);
  return [...new Set(versions)].sort();
}
