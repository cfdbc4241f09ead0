import type { CheckListResponse, PrescriptionSeverity } from '../backend/types';

/** How grave a finding is; `fine` is a total inside its limits. */
export type Grade = PrescriptionSeverity | 'fine';

export const GRADES = ['contraindicated', 'serious', 'caution', 'fine'] as const;

/** What a finding is about. */
export type FindingKind = 'person' | 'pair' | 'duplicate' | 'dose';

/** A finding, reduced to what the page shows. */
export interface ShownFinding {
  grade: Grade;
  kind: FindingKind;
  /** The drugs that it is about; empty for a warning about the person alone. */
  drugs: string;
  text: string;
  source: string;
  /** The row or sentence, unless the text is the sentence. */
  quote: string | null;
  /** The formula of a total. */
  formula: string | null;
}

interface Grounds {
  text: string;
  source: string;
  quote: string;
}

function shown(
  kind: FindingKind,
  grade: PrescriptionSeverity | null,
  drugs: readonly string[],
  { text, source, quote }: Grounds,
  formula: string | null = null,
): ShownFinding {
  const quoted = quote === '' || text.includes(quote) ? null : quote;
  return {
    grade: grade ?? 'fine',
    kind,
    drugs: drugs.join(' + '),
    text,
    source,
    quote: quoted,
    formula,
  };
}

/** All findings of a checked prescription, gravest first; of equal ones those about the person come first. */
export function findingsOf(checked: CheckListResponse): ShownFinding[] {
  const all = [
    ...checked.warnings.map((it) => shown('person', it.severity, it.drugs, it)),
    ...checked.interactions.map((it) => shown('pair', it.severity, it.pair, it)),
    ...checked.duplications.map((it) => shown('duplicate', it.severity, it.drugs, it)),
    ...checked.doses.map((it) => {
      // A dose for the kidneys shows the clearance once, above the findings.
      const formula = it.kind === 'total' ? (it.calculation?.formula ?? null) : null;
      return shown('dose', it.severity, [it.ingredient], it, formula);
    }),
  ];
  return all.sort((one, other) => GRADES.indexOf(one.grade) - GRADES.indexOf(other.grade));
}

/** The findings by grade, gravest first, without empty grades. */
export function byGrade(findings: readonly ShownFinding[]): [Grade, ShownFinding[]][] {
  return GRADES.map((grade): [Grade, ShownFinding[]] => [
    grade,
    findings.filter((it) => it.grade === grade),
  ]).filter(([, those]) => those.length > 0);
}
