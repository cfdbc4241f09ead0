import type { CoverageAxisHit } from '../backend/types';
import type { Column } from './table';

/** Pages that were found of one company. */
export interface CompanyHits extends Column {
  hits: CoverageAxisHit[];
}

/** Pages by company, in the order of the table; companies without one are left out. */
export function byCompany(
  hits: readonly CoverageAxisHit[],
  companies: readonly Column[],
): CompanyHits[] {
  return companies
    .map((company) => ({
      ...company,
      hits: hits.filter((hit) => hit.insurer_code === company.code),
    }))
    .filter((company) => company.hits.length > 0);
}

/** The words of the search, each once. */
export function wordsFound(hits: readonly CoverageAxisHit[]): string[] {
  return [...new Set(hits.map((hit) => hit.found))];
}
