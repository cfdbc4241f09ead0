import type { CoverageAnswer, CoverageEvidence, CoverageSlotValue } from '../backend/types';

/** A column of the comparison: one company. */
export interface Column {
  code: string;
  name: string;
}

export function columns(answer: CoverageAnswer): Column[] {
  return answer.insurers.map((code, at) => ({ code, name: answer.insurer_names[at] ?? code }));
}

/** The value of a slot of one company. */
export function cell(
  values: readonly CoverageSlotValue[],
  code: string,
): CoverageSlotValue | undefined {
  return values.find((value) => value.insurer_code === code);
}

/** The value as a line of its own; null where its parts say it, each with its own amount. */
export function ownValue(value: CoverageSlotValue): string | null {
  const isSaidByParts = (value.parts ?? []).length > 0 && value.amount_won === undefined;
  return isSaidByParts ? null : value.value;
}

/** Where the value itself stands, without that of its parts and what other documents say, which are shown with those. */
export function ownEvidence(value: CoverageSlotValue): CoverageEvidence[] {
  const others = apart(value);
  const isSame = (a: CoverageEvidence, b: CoverageEvidence) =>
    a.document === b.document && a.page === b.page && a.start === b.start;
  return value.evidence.filter((one) => !others.some((other) => isSame(one, other)));
}

/** What the document of an evidence is called in a cell: its type, or its name where the cell shows several of that type. */
export function sourceName(value: CoverageSlotValue, one: CoverageEvidence): string {
  const isOther = (other: CoverageEvidence) =>
    other.doc_type === one.doc_type && other.document !== one.document;
  return [...value.evidence, ...apart(value)].some(isOther)
    ? one.document.replace(/\.[^.]+$/, '')
    : one.doc_type;
}

function apart(value: CoverageSlotValue): CoverageEvidence[] {
  const others = [...(value.parts ?? []), ...(value.conflicts ?? [])];
  return others.flatMap((other) => other.evidence);
}
