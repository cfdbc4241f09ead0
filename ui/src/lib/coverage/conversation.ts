import type { CoverageAnchor, CoverageAnswer } from '../backend/types';

/** The insurers and the coverage of the questions so far. The next question may leave them out. */
export interface Conversation {
  anchor: CoverageAnchor;
  insurers: string[];
  coverage: string | null;
}

export function conversation({
  anchor,
  insurers,
  insurer_names,
  resolved_coverage_name,
}: CoverageAnswer): Conversation {
  const nameOf = (code: string) => insurer_names[insurers.indexOf(code)] ?? code;
  return {
    anchor,
    insurers: anchor.insurers.map(nameOf),
    coverage: anchor.coverage_code === null ? null : resolved_coverage_name,
  };
}

/** A coverage that can be chosen. */
export interface Choice {
  code: string;
  name: string;
}

/** Coverages that a question may mean, where it is not known which. */
export function suggested(answer: CoverageAnswer): Choice[] {
  if (answer.resolved_coverage_code !== null) return [];
  return answer.suggested_coverages.map(({ coverage_code: code, coverage_name: name }) => ({
    code,
    name,
  }));
}
