import type { CaseSummary } from '../backend/types';

/** The number people call a case by: the sender's, else the end of ours (UUIDs begin alike). */
export function caseName(summary: Pick<CaseSummary, 'case_id' | 'external_id'>): string {
  return summary.external_id ?? `#${summary.case_id.slice(-8)}`;
}
