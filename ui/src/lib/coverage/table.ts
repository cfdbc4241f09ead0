import type { CoverageAnswer } from '../backend/types/CoverageAnswer';
import type { CoverageEvidence } from '../backend/types/CoverageEvidence';
import type { CoverageSlotValue } from '../backend/types/CoverageSlotValue';

/** A column of the comparison: one company. */
export interface Column {
  code: string;
  name: string;
}

export function columns(answer: CoverageAnswer): Column[] {
  return answer.insurers.map((code, at) => ({ code, name: answer.insurer_names[at] ?? code }));
}

/** What a company's cell of a slot holds. */
export function cell(
  values: readonly CoverageSlotValue[],
  code: string,
): CoverageSlotValue | undefined {
  return values.find((value) => value.insurer_code === code);
}

/** Where the value itself stands, without what other documents say, which is shown beside it. */
export function ownEvidence(value: CoverageSlotValue): CoverageEvidence[] {
  const others = (value.conflicts ?? []).flatMap((other) => other.evidence);
  const isSame = (a: CoverageEvidence, b: CoverageEvidence) =>
    a.document === b.document && a.page === b.page && a.start === b.start;
  return value.evidence.filter((one) => !others.some((other) => isSame(one, other)));
}

/** What the document of an evidence is called in a cell: its type, or its name where the cell shows several of that type. */
export function sourceName(value: CoverageSlotValue, one: CoverageEvidence): string {
  const all = [...value.evidence, ...(value.conflicts ?? []).flatMap((other) => other.evidence)];
  const isOther = (other: CoverageEvidence) =>
    other.doc_type === one.doc_type && other.document !== one.document;
  return all.some(isOther) ? one.document.replace(/\.[^.]+$/, '') : one.doc_type;
}

/** The table as comma-separated values: a line a slot and company, with where the value stands. */
export function csv(answer: CoverageAnswer, head: readonly string[]): string {
  const lines = [head.map(quoted).join(',')];
  for (const slot of answer.slots) {
    for (const { code, name } of columns(answer)) {
      const value = cell(slot.insurers, code);
      const [first] = value?.evidence ?? [];
      const fields = [
        slot.label,
        name,
        value?.value ?? '',
        first?.document ?? '',
        first ? String(first.page) : '',
        first?.quote ?? '',
      ];
      lines.push(fields.map(quoted).join(','));
    }
  }
  // Spreadsheets read UTF-8 by its mark.
  return `\uFEFF${lines.join('\r\n')}\r\n`;
}

/** A spreadsheet must not take words of a document for a formula. */
function quoted(field: string): string {
  const plain = /^[=+\-@\t\r]/.test(field) ? `'${field}` : field;
  return `"${plain.replaceAll('"', '""')}"`;
}
