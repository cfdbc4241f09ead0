// @ts-check
// Coverage in memory: two companies, one page each. It knows one coverage, and takes a question without it for an open one.

/** @typedef {import('../../../ui/src/lib/backend/backend.ts').Operations} Operations */
/** @typedef {import('../../../ui/src/lib/backend/types/CoverageAnswer.ts').CoverageAnswer} CoverageAnswer */
/** @typedef {import('../../../ui/src/lib/backend/types/CoverageSlotValue.ts').CoverageSlotValue} CoverageSlotValue */
/** @typedef {'coverage_import' | 'coverage_compare' | 'coverage_status' | 'coverage_page' | 'coverage_amounts' | 'coverage_report'} Ours */
/** @typedef {{ [O in Ours]: (request: Operations[O][0]) => Operations[O][1] }} Coverage */

const PAGES = {
  GAON: '가온손해보험 가입설계서\n1 암진단비(유사암제외) 3,000만원 41,200 20년/100세\n암으로 진단확정된 경우 가입금액을 지급합니다.',
  NURI: '누리생명 가입설계서\n무배당 일반암 진단특약 2,000만원 35,100 20년납',
};
const AMOUNTS = { GAON: '3,000만원', NURI: '2,000만원' };
const CODE = 'A4200_1';
const NAME = '암진단비(유사암제외)';

/** @param {'GAON' | 'NURI'} code @param {string} words */
function evidence(code, words) {
  const start = [...PAGES[code].slice(0, PAGES[code].indexOf(words))].length;
  return {
    document: '가입설계서.txt',
    doc_type: '가입설계서',
    page: 1,
    quote: words,
    start,
    end: start + [...words].length,
  };
}

/** @param {'GAON' | 'NURI'} code @returns {CoverageSlotValue} */
function amount(code) {
  return {
    insurer_code: code,
    value: AMOUNTS[code],
    amount_won: Number(AMOUNTS[code].replace(/\D/g, '')) * 10_000,
    confidence: 'high',
    source_level: 'COMPARABLE_DOC',
    evidence: [evidence(code, AMOUNTS[code])],
  };
}

/** @param {{ refuse: (message: string) => Error, empty: boolean }} desk @returns {Coverage} */
export function mockCoverage({ refuse, empty }) {
  let imported = !empty;

  /** @param {Operations['coverage_compare'][0]} request @returns {CoverageAnswer} */
  function compare({ query, coverage_code, anchor }) {
    if (!imported) throw refuse('가져온 자료가 없습니다.');
    const known = coverage_code === CODE || query.includes('암진단비') || anchor !== null;
    const kinds = query.includes('암') && !known;
    return {
      query,
      insurers: ['GAON', 'NURI'],
      insurer_names: ['가온손해보험', '누리생명'],
      unknown_insurers: [],
      intent: 'compare',
      resolution_state: known ? 'RESOLVED' : kinds ? 'UNRESOLVED' : 'INVALID',
      resolved_coverage_code: known ? CODE : null,
      resolved_coverage_name: known ? NAME : null,
      suggested_coverages: kinds
        ? [
            {
              coverage_code: CODE,
              coverage_name: NAME,
              raw_name: NAME,
              similarity: 0.2,
              score: 0.2,
            },
          ]
        : [],
      also_named: [],
      comparison_mode: 'COVERAGE',
      subtype_targets: [],
      slots: known
        ? [
            {
              slot_key: 'payout_amount',
              label: '진단비 지급금액(일시금)',
              comparable: true,
              differs: true,
              insurers: [amount('GAON'), amount('NURI')],
            },
            {
              slot_key: 'waiting_period',
              label: '대기기간',
              comparable: false,
              differs: false,
              insurers: [
                { insurer_code: 'GAON', value: null, confidence: 'none', evidence: [] },
                { insurer_code: 'NURI', value: null, confidence: 'none', evidence: [] },
              ],
            },
          ]
        : [],
      compare_axis: [],
      policy_axis: [],
      primary_coverage_code: known ? CODE : null,
      primary_coverage_name: known ? NAME : null,
      user_summary: known
        ? '가온손해보험, 누리생명의 암진단비(유사암제외)를 비교했습니다.'
        : '담보를 하나로 정할 수 없습니다. 아래에서 골라 주십시오.',
      anchor: { insurers: ['GAON', 'NURI'], coverage_code: known ? CODE : null },
      timings_ms: { total: 1 },
      debug: {
        insurer_scope_method: 'all_imported',
        normalized_query: query,
        resolution_reason: '',
        best_similarity: known ? 1 : 0.2,
        resolved_policy_keywords: [],
        slot_type: null,
        pages: 2,
      },
    };
  }

  return {
    coverage_compare: compare,
    coverage_import: ({ path }) => {
      if (!path.startsWith('/')) throw refuse(`${path}: no such folder`);
      imported = true;
      return {
        insurers: 2,
        coverages: 1,
        aliases: 2,
        documents: 2,
        pages: 2,
        quarantined: [{ path: `${path}/사진.jpg`, where: '', reason: '문서가 아닙니다.' }],
        took_ms: 3,
      };
    },
    coverage_status: () => ({
      insurers: imported
        ? [
            { code: 'GAON', name: '가온손해보험', documents: 1, pages: 1 },
            { code: 'NURI', name: '누리생명', documents: 1, pages: 1 },
          ]
        : [],
      coverages: imported ? 1 : 0,
      aliases: imported ? 2 : 0,
    }),
    coverage_page: ({ insurer_code }) => ({
      text: insurer_code === 'NURI' ? PAGES.NURI : PAGES.GAON,
    }),
    coverage_amounts: () => ({ amounts: [] }),
    coverage_report: ({ question, format }) => ({
      name: `보장비교.${format}`,
      media_type: 'text/html; charset=utf-8',
      base64: Buffer.from(compare(question).user_summary).toString('base64'),
    }),
  };
}
