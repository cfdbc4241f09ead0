/**
 * Finished cases whose grounds changed, and reviewing them again.
 *
 * @typedef {import('../../../ui/src/lib/backend/backend.ts').Operations} Operations
 * @typedef {import('../../../ui/src/lib/backend/types/CaseView.ts').CaseView} CaseView
 */

/** @type {import('../../../ui/src/lib/backend/types/ChangedGround.ts').ChangedGround[]} */
const GROUNDS = [
  { ground: 'law', article: '의료법 제56조제2항제8호', was: '법률 제1호', now: '법률 제2호' },
];

/**
 * @param {{ cases: Map<string, CaseView>, refuse: (message: string) => Error }} desk
 * @returns {{ affected_cases: () => Operations['affected_cases'][1], rereview: (request: Operations['rereview'][0]) => Operations['rereview'][1] }}
 */
export function mockRereview({ cases, refuse }) {
  return {
    affected_cases: () => {
      const finished = [...cases.values()].flatMap(({ summary, finalized_at }) =>
        summary.final_verdict && finalized_at
          ? [{ summary, final_verdict: summary.final_verdict, finalized_at }]
          : [],
      );
      return {
        checked: finished.length,
        cases: finished.slice(0, 1).map(({ summary, final_verdict, finalized_at }) => ({
          case_id: summary.case_id,
          external_id: summary.external_id,
          excerpt: summary.excerpt,
          final_verdict,
          finalized_at,
          as_of: '2026-02-01',
          grounds: GROUNDS,
        })),
      };
    },
    rereview: ({ case_id, as_of }) => {
      const view = cases.get(case_id);
      const result = view?.result;
      if (!view || !result) throw refuse('다시 심의할 결과가 없습니다.');
      return {
        case_id,
        original: view.run_id ?? '',
        fork: 'run-again',
        as_of: as_of ?? '2026-02-01',
        final_verdict: view.summary.final_verdict ?? result.verdict,
        before: result,
        after: { ...result, verdict: '보류' },
        verdict_changed: true,
        violations: result.violations.map((one) => ({
          change: 'kept',
          kind: one.kind,
          level: one.level,
          severity: one.severity,
          claim: result.claims.find((claim) => claim.id === one.claim_id)?.text ?? '',
          article: one.article,
        })),
      };
    },
  };
}
