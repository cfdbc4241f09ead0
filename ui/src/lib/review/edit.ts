import type {
  Citation,
  ReviewEdit,
  ReviewResult,
  Suggestion,
  Verdict,
  Violation,
} from '../backend/types';
import { isConfirmed } from './citation';

/** The mark of a violation that a person added, where the rule's name stands otherwise. */
export const MANUAL_RULE = 'reviewer';

/** A 수정 being edited. Removed entries are kept, so that they can be restored. */
export interface Revision {
  verdict: Verdict;
  violations: { value: Violation; kept: boolean; added: boolean }[];
  suggestions: { value: Suggestion; kept: boolean; added: boolean }[];
  citations: { value: Citation; kept: boolean }[];
}

export function startRevision(result: ReviewResult): Revision {
  const copy = structuredClone(result);
  return {
    verdict: copy.verdict,
    violations: copy.violations.map((value) => ({ value, kept: true, added: false })),
    suggestions: copy.suggestions.map((value) => ({ value, kept: true, added: false })),
    citations: copy.citations.map((value) => ({ value, kept: true })),
  };
}

/**
 * The lists as they will be saved. Violations refer to citations by their place in the list, so
 * removing a citation changes the indexes of those after it.
 */
export function revised(
  revision: Revision,
): Pick<ReviewResult, 'verdict' | 'violations' | 'suggestions' | 'citations'> {
  const place = new Map<number, number>();
  revision.citations.forEach((citation, index) => {
    if (citation.kept) place.set(index, place.size);
  });
  return {
    verdict: revision.verdict,
    citations: revision.citations.filter(({ kept }) => kept).map(({ value }) => value),
    suggestions: revision.suggestions.filter(({ kept }) => kept).map(({ value }) => value),
    violations: revision.violations
      .filter(({ kept }) => kept)
      .map(({ value }) => ({
        ...value,
        citations: value.citations.flatMap((index) => place.get(index) ?? []),
      })),
  };
}

/** The parts that differ from the draft; `null` where none does. */
export function toEdit(result: ReviewResult, revision: Revision): ReviewEdit | null {
  const next = revised(revision);
  const changed = <T>(before: T, after: T): T | null => (same(before, after) ? null : after);
  const edit: ReviewEdit = {
    verdict: changed(result.verdict, next.verdict),
    violations: changed(result.violations, next.violations),
    suggestions: changed(result.suggestions, next.suggestions),
    citations: changed(result.citations, next.citations),
  };
  return Object.values(edit).every((part) => part === null) ? null : edit;
}

/** One line of the preview. */
export type Change =
  | { what: 'verdict'; before: Verdict; after: Verdict }
  | { what: 'violation'; how: 'removed' | 'added'; violation: Violation }
  | { what: 'violation'; how: 'changed'; violation: Violation; before: Violation }
  | { what: 'suggestion'; how: 'removed' | 'added'; suggestion: Suggestion }
  | { what: 'suggestion'; how: 'changed'; suggestion: Suggestion; before: Suggestion }
  | { what: 'citation'; citation: Citation };

export function changes(result: ReviewResult, revision: Revision): Change[] {
  const found: Change[] = [];
  if (revision.verdict !== result.verdict) {
    found.push({ what: 'verdict', before: result.verdict, after: revision.verdict });
  }
  revision.violations.forEach(({ value, kept, added }, index) => {
    const before = result.violations[index];
    if (added) {
      if (kept) found.push({ what: 'violation', how: 'added', violation: value });
    } else if (!kept) found.push({ what: 'violation', how: 'removed', violation: value });
    else if (before && !same(before, value)) {
      found.push({ what: 'violation', how: 'changed', violation: value, before });
    }
  });
  revision.suggestions.forEach(({ value, kept, added }, index) => {
    const before = result.suggestions[index];
    if (added) {
      if (kept) found.push({ what: 'suggestion', how: 'added', suggestion: value });
    } else if (!kept) found.push({ what: 'suggestion', how: 'removed', suggestion: value });
    else if (before && !same(before, value)) {
      found.push({ what: 'suggestion', how: 'changed', suggestion: value, before });
    }
  });
  for (const { value, kept } of revision.citations) {
    if (!kept) found.push({ what: 'citation', citation: value });
  }
  return found;
}

/** The reason why the edit cannot be signed. */
export type Objection = 'nothing' | 'incomplete';

export function objection(result: ReviewResult, revision: Revision): Objection | null {
  const next = revised(revision);
  const incomplete = next.violations.some(({ article, rationale, claim_id }) =>
    [article, rationale, claim_id].some((text) => text.trim() === ''),
  );
  if (incomplete) return 'incomplete';
  return toEdit(result, revision) === null ? 'nothing' : null;
}

/** The entries that do not fit the verdict matrix. They are shown, and may be signed. */
export type Doubt = 'allowedWithViolations' | 'deniedWithoutViolations' | 'unconfirmed';

export function doubts(revision: Revision): Doubt[] {
  const next = revised(revision);
  const found: Doubt[] = [];
  if (next.verdict === '허용' && next.violations.length > 0) found.push('allowedWithViolations');
  const needs = next.verdict === '불허' || next.verdict === '조건부허용';
  if (needs && next.violations.length === 0) found.push('deniedWithoutViolations');
  if (next.citations.some((citation) => !isConfirmed(citation))) found.push('unconfirmed');
  return found;
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
