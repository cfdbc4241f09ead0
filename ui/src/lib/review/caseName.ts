import type { CaseSummary } from '../backend/types';

/** The number of a case: the sender's, else the end of its id, since the ids begin alike. */
export function caseName(summary: Pick<CaseSummary, 'case_id' | 'external_id'>): string {
  return summary.external_id ?? `#${summary.case_id.slice(-8)}`;
}
