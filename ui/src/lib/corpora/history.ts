import type {
  ChangeCounts,
  ChangeKind,
  Document,
  DocumentKind,
  LawVersion,
} from '../backend/types';
import { force, type Force } from './documents';

/** Kinds of which later versions replace earlier ones. */
const VERSIONED: readonly DocumentKind[] = ['statute', 'guideline', 'policy'];

export function hasVersions(kind: DocumentKind): boolean {
  return VERSIONED.includes(kind);
}

/** Whether the version on the screen is in force on a day. */
export function standing(
  { effective_from, effective_to }: Pick<Document, 'effective_from' | 'effective_to'>,
  today: string,
): Force {
  const begun = effective_from !== null && effective_from <= today;
  const over = effective_to !== null && effective_to < today;
  return force({ in_force: begun && !over, effective_from, effective_to }, today);
}

/** The two days whose versions are compared. */
export interface Days {
  from: string;
  to: string;
}

/** The last change: the version in force (or the last one) against the one before it. */
export function lastChange(versions: readonly LawVersion[]): Days | null {
  const dated = versions.filter((one) => one.effective_from !== null && !one.digest);
  const current = dated.findLastIndex((one) => one.in_force);
  const later = Math.max(1, current < 0 ? dated.length - 1 : current);
  const from = dated[later - 1]?.effective_from;
  const to = dated[later]?.effective_from;
  return from && to ? { from, to } : null;
}

/** The version against the one before it; `null` for the first. */
export function changeOf(versions: readonly LawVersion[], id: string): Days | null {
  const at = versions.findIndex((one) => one.document_id === id);
  const from = versions[at - 1]?.effective_from;
  const to = versions[at]?.effective_from;
  return from && to ? { from, to } : null;
}

/** The version whose text is in force on a day. */
export function versionOn(versions: readonly LawVersion[], day: string): LawVersion | null {
  const begun = versions.filter((one) => one.effective_from !== null && one.effective_from <= day);
  return begun.findLast((one) => one.effective_to === null || one.effective_to >= day) ?? null;
}

export const CHANGE_KINDS: readonly ChangeKind[] = ['added', 'changed', 'removed', 'renumbered'];

/** The kinds of change that occur, in the order in which they are listed. */
export function someOf(counts: ChangeCounts): { kind: ChangeKind; n: number }[] {
  return CHANGE_KINDS.map((kind) => ({ kind, n: counts[kind] })).filter(({ n }) => n > 0);
}
