import type { DocumentKind, DocumentSummary } from '../backend/types';

export const DOCUMENT_KINDS: readonly DocumentKind[] = [
  'statute',
  'guideline',
  'precedent',
  'tech-registry',
  'drug',
  'dur',
  'policy',
  'bench',
];

export interface DocumentFilter {
  text: string;
  kind: DocumentKind | null;
  inForceOnly: boolean;
}

/** Dates and numbers in titles count as numbers: 2. 26. stands before 11. 12. */
const collator = new Intl.Collator('ko', { numeric: true });

/** By kind and title, the latest version of each first. Every word must occur in the title or version. */
export function filteredDocuments(
  documents: readonly DocumentSummary[],
  filter: DocumentFilter,
): DocumentSummary[] {
  const words = filter.text.normalize('NFC').split(/\s+/u).filter(Boolean);
  return documents
    .filter(
      (one) =>
        (filter.kind === null || one.kind === filter.kind) &&
        (!filter.inForceOnly || one.in_force) &&
        words.every((word) => `${one.title} ${one.version}`.includes(word)),
    )
    .sort(
      (a, b) =>
        DOCUMENT_KINDS.indexOf(a.kind) - DOCUMENT_KINDS.indexOf(b.kind) ||
        collator.compare(a.title, b.title) ||
        (b.effective_from ?? '').localeCompare(a.effective_from ?? '') ||
        a.id.localeCompare(b.id),
    );
}

export type Force = 'inForce' | 'notYet' | 'ended' | 'notInForce';

/** Whether a document is in force, or why it is not. */
export function force(
  document: Pick<DocumentSummary, 'in_force' | 'effective_from' | 'effective_to'>,
  today: string,
): Force {
  if (document.in_force) return 'inForce';
  if (document.effective_from !== null && document.effective_from > today) return 'notYet';
  if (document.effective_to !== null && document.effective_to < today) return 'ended';
  return 'notInForce';
}
