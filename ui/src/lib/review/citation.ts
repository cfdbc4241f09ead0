import type {
  CaseView,
  Citation,
  CitedProvision,
  ReviewResult,
  Support,
  Violation,
} from '../backend/types';

export type Tone = 'ok' | 'warn' | 'bad' | 'hold';

/** Whether a person may sign a decision that rests on it. */
export function isConfirmed(citation: Citation): boolean {
  return citation.status === 'VERIFIED' || citation.status === 'REPAIRED';
}

/** A digest agrees with itself only: never shown in the tone of a confirmed quote. */
export function tone(citation: Citation): Tone {
  if (!isConfirmed(citation)) return 'bad';
  return citation.digest ? 'warn' : 'ok';
}

/** The result as a person changed it, else as the desk drafted it. */
export function shownResult(view: CaseView): ReviewResult | null {
  return view.final_result ?? view.result;
}

/**
 * Finds the article of each citation of the shown result. Provisions name their citation by its place
 * in the desk's own list. A person may have removed citations, so they are matched by their quotes.
 */
export function provisionsByCitation(view: CaseView): Map<number, CitedProvision> {
  const drawn = view.result?.citations ?? [];
  const found = new Map<number, CitedProvision>();
  shownResult(view)?.citations.forEach((citation, index) => {
    const place =
      view.final_result === null
        ? index
        : drawn.findIndex(
            ({ chunk_id, quote }) => chunk_id === citation.chunk_id && quote === citation.quote,
          );
    const provision = view.provisions.find((one) => one.citation === place);
    if (provision) found.set(index, provision);
  });
  return found;
}

/** A citation with its place in the result's list. */
export interface Cited {
  index: number;
  citation: Citation;
}

/**
 * The citations a violation refers to: the norm it names, the other norms it rests on, and
 * precedents.
 */
export function citationsOf(
  result: ReviewResult,
  violation: Pick<Violation, 'article' | 'citations'>,
): { main: Cited | null; others: Cited[]; precedents: Cited[] } {
  const cited = violation.citations.flatMap((index) => {
    const citation = result.citations[index];
    return citation ? [{ index, citation }] : [];
  });
  const norms = cited.filter(({ citation }) => citation.kind !== 'precedent');
  const main =
    norms.find(({ citation }) => citation.article === violation.article) ?? norms[0] ?? null;
  return {
    main,
    others: norms.filter((one) => one !== main),
    precedents: cited.filter(({ citation }) => citation.kind === 'precedent'),
  };
}

/**
 * How the search found a citation of a violation: its ranks, or null where only the rule names it.
 * Undefined for decisions, and in results from before searches were recorded.
 */
export function supportOf(
  result: ReviewResult,
  violation: Pick<Violation, 'claim_id' | 'kind'>,
  citation: Citation,
): Support | null | undefined {
  if (result.support === undefined || citation.kind === 'precedent') return undefined;
  const found = result.support.find(
    (one) =>
      one.claim_id === violation.claim_id &&
      one.kind === violation.kind &&
      one.article === citation.article,
  );
  return found ?? null;
}

/** Citations that no violation refers to. */
export function looseCitations(result: ReviewResult): Cited[] {
  const used = new Set(result.violations.flatMap((violation) => violation.citations));
  return result.citations.flatMap((citation, index) =>
    used.has(index) ? [] : [{ index, citation }],
  );
}
