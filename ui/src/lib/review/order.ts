import type { CaseSummary, Priority, Severity } from '../backend/types';

export const ORDERS = ['work', 'oldest', 'newest', 'severity', 'confidence'] as const;
export type Order = (typeof ORDERS)[number];

/** Worst first: how the queue counts and how violations are read. */
export const SEVERITIES: readonly Severity[] = ['critical', 'high', 'medium', 'low'];

const RANK: Readonly<Record<Severity, number>> = { critical: 4, high: 3, medium: 2, low: 1 };

export function severityRank(severity: Severity | null): number {
  return severity === null ? 0 : RANK[severity];
}

/** A new list in that order; equal rows stand oldest first. */
export function ordered(cases: readonly CaseSummary[], order: Order): CaseSummary[] {
  const oldest = (a: CaseSummary, b: CaseSummary) =>
    a.updated_at.localeCompare(b.updated_at) || a.case_id.localeCompare(b.case_id);
  const pressing = (a: CaseSummary, b: CaseSummary) =>
    priorityRank(a) - priorityRank(b) ||
    (a.handling?.due_at ?? '9').localeCompare(b.handling?.due_at ?? '9') ||
    oldest(a, b);
  const compare: Record<Order, (a: CaseSummary, b: CaseSummary) => number> = {
    work: pressing,
    oldest,
    newest: (a, b) => oldest(b, a),
    severity: (a, b) => worst(b, a) || oldest(a, b),
    confidence: (a, b) => (a.confidence ?? 2) - (b.confidence ?? 2) || oldest(a, b),
  };
  return [...cases].sort(compare[order]);
}

const PRIORITIES: readonly Priority[] = ['urgent', 'high', 'normal', 'low'];

function priorityRank({ handling }: CaseSummary): number {
  return handling ? PRIORITIES.indexOf(handling.priority) : PRIORITIES.length;
}

function worst(a: CaseSummary, b: CaseSummary): number {
  return (
    severityRank(a.severity) - severityRank(b.severity) ||
    (a.violations[a.severity ?? ''] ?? 0) - (b.violations[b.severity ?? ''] ?? 0)
  );
}

/** The row `by` places away, staying inside the list; the first when the case is not in it. */
export function neighbour(
  cases: readonly CaseSummary[],
  caseId: string | null,
  by: number,
): CaseSummary | null {
  const at = cases.findIndex((row) => row.case_id === caseId);
  if (at < 0) return cases[0] ?? null;
  return cases[Math.min(Math.max(at + by, 0), cases.length - 1)] ?? null;
}

/** The waiting case to go on with after one was decided: the next below it, else the first above. */
export function nextWaiting(cases: readonly CaseSummary[], decided: string): CaseSummary | null {
  const at = cases.findIndex((row) => row.case_id === decided);
  const waits = (row: CaseSummary) => row.case_id !== decided && row.status === 'awaiting_review';
  return cases.slice(at + 1).find(waits) ?? cases.slice(0, Math.max(at, 0)).find(waits) ?? null;
}
