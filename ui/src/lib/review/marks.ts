import type { ReviewResult, Severity, Violation, ViolationKind } from '../backend/types';
import type { Span } from '../text/segments';

/** A claim as it is marked in the advertisement. */
export interface Mark extends Span {
  claimId: string;
  /** From 1, in order of the list: the key that leads to it. */
  number: number;
  tone: 'bad' | 'warn' | 'clear';
  kinds: ViolationKind[];
}

const SERIOUS: ReadonlySet<Severity> = new Set(['critical', 'high']);

export function claimMarks(result: ReviewResult): Mark[] {
  const byClaim = new Map<string, Violation[]>();
  for (const violation of result.violations) {
    const others = byClaim.get(violation.claim_id);
    if (others) others.push(violation);
    else byClaim.set(violation.claim_id, [violation]);
  }
  return result.claims.map((claim, index) => {
    const violations = byClaim.get(claim.id) ?? [];
    const serious = violations.some(({ severity }) => SERIOUS.has(severity));
    return {
      claimId: claim.id,
      number: index + 1,
      start: claim.start,
      end: claim.end,
      tone: serious ? 'bad' : violations.length > 0 ? 'warn' : 'clear',
      kinds: [...new Set(violations.map(({ kind }) => kind))],
    };
  });
}
