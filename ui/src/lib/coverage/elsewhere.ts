import type { CoverageAnswer, CoverageEvidence } from '../backend/types';
import { columns } from './table';

/** Another coverage that pays for a kind of cancer. */
export interface Elsewhere {
  insurer: string;
  company: string;
  /** The kind of cancer. */
  kind: string;
  code: string;
  /** The company's name for the coverage. */
  name: string;
  amount: string | null;
  isConditional: boolean;
  note: string | null;
  evidence: CoverageEvidence[];
}

/** The coverages that pay for the kinds of cancer of a question where the one asked for does not. */
export function elsewhere(answer: CoverageAnswer): Elsewhere[] {
  const companies = columns(answer);
  return answer.paid_elsewhere.map(({ label, coverage_code, name, inclusion, payout }) => ({
    insurer: inclusion.insurer_code,
    company:
      companies.find(({ code }) => code === inclusion.insurer_code)?.name ?? inclusion.insurer_code,
    kind: label,
    code: coverage_code,
    name,
    amount: payout.value,
    isConditional: inclusion.value !== 'Y',
    note: payout.note ?? null,
    evidence: once([...inclusion.evidence, ...payout.evidence]),
  }));
}

/** Places without repetition. */
function once(evidence: readonly CoverageEvidence[]): CoverageEvidence[] {
  const placeOf = (one: CoverageEvidence) =>
    [one.doc_type, one.document, one.page, one.start, one.end].join('\n');
  return [...new Map(evidence.map((one) => [placeOf(one), one])).values()];
}

/** The summary without the remarks that the page shows apart. */
export function spoken(answer: CoverageAnswer): string {
  const lines = answer.user_summary.split('\n');
  return lines.filter((line) => !answer.reader_notes.includes(line)).join('\n');
}
