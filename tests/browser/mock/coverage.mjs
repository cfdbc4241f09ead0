// @ts-check
// Coverage in memory: two companies, two pages each. It reads one coverage in a question, and takes 암 without it for an open one.

/** @typedef {import('../../../ui/src/lib/backend/backend.ts').Operations} Operations */
/** @typedef {import('../../../ui/src/lib/backend/types/CoverageAnswer.ts').CoverageAnswer} CoverageAnswer */
/** @typedef {import('../../../ui/src/lib/backend/types/CoverageSlotValue.ts').CoverageSlotValue} CoverageSlotValue */
/** @typedef {'coverage_import' | 'coverage_compare' | 'coverage_status' | 'coverage_page' | 'coverage_amounts' | 'coverage_report'} Ours */
/** @typedef {{ [O in Ours]: (request: Operations[O][0]) => Operations[O][1] }} Coverage */

/** @typedef {'GAON' | 'NURI'} Code */
/** @typedef {'가입설계서' | '약관'} Sort */

/** @type {Record<Code, Record<Sort, string>>} */
const PAGES = {
  GAON: {
    가입설계서:
      '가온손해보험 가입설계서\n1 암진단비(유사암제외) 3,000만원 41,200 20년/100세\n암으로 진단확정된 경우 가입금액을 지급합니다.',
    약관: '제3조(보험금의 지급사유)\n"암"이란 악성신생물로 분류되는 질병을 말합니다.\n유사암은 제외합니다.',
  },
  NURI: {
    가입설계서:
      '누리생명 가입설계서\n무배당 일반암 진단특약 2,000만원 35,100 20년납\n무배당 고액암 진단특약 1,000만원 9,800 20년납\n※ 설계에 따라 2,500만원',
    약관: '제5조\n일반암은 악성신생물을 말합니다.',
  },
};
const NAMES = { A4200_1: '암진단비(유사암제외)', A4101: '뇌졸중진단비' };

/** @typedef {keyof typeof NAMES} Known */

/** @param {string | null} code @returns {code is Known} */
const isKnown = (code) => code !== null && Object.hasOwn(NAMES, code);

/** @param {Known} code */
const offered = (code) => ({
  coverage_code: code,
  coverage_name: NAMES[code],
  raw_name: NAMES[code],
  similarity: 0.2,
  score: 0.2,
});

/** @param {Code} code @param {string} words @param {Sort} [sort] */
function evidence(code, words, sort = '가입설계서') {
  const text = PAGES[code][sort];
  const start = [...text.slice(0, text.indexOf(words))].length;
  return {
    document: `${sort}.txt`,
    doc_type: sort,
    page: sort === '약관' ? 31 : 1,
    quote: words,
    start,
    end: start + [...words].length,
  };
}

/** @param {Code} code @param {string} found @param {string} words @param {Sort} sort */
const hit = (code, found, words, sort) => ({
  insurer_code: code,
  found,
  ...evidence(code, words, sort),
});

/** One amount. @returns {CoverageSlotValue} */
function ofGaon() {
  return {
    insurer_code: 'GAON',
    value: '3,000만원',
    amount_won: 30_000_000,
    confidence: 'high',
    source_level: 'COMPARABLE_DOC',
    evidence: [evidence('GAON', '3,000만원')],
  };
}

/** Sold in two parts, and a remark says something else. @returns {CoverageSlotValue} */
function ofNuri() {
  const part = (/** @type {string} */ name, /** @type {string} */ value) => ({
    name,
    value,
    evidence: [evidence('NURI', value)],
  });
  const parts = [part('일반암 진단특약', '2,000만원'), part('고액암 진단특약', '1,000만원')];
  const conflicts = [part('일반암 진단특약', '2,500만원')];
  return {
    insurer_code: 'NURI',
    value: parts.map(({ name, value }) => `${name} ${value}`).join(' / '),
    confidence: 'low',
    source_level: 'COMPARABLE_DOC',
    note: '문서마다 금액이 다릅니다. 근거를 확인하십시오.',
    evidence: [...parts, ...conflicts].flatMap((one) => one.evidence),
    conflicts,
    parts,
  };
}

/** @param {Known | null} known @param {boolean} kinds */
function summary(known, kinds) {
  if (known) return `가온손해보험, 누리생명의 ${NAMES[known]}를 비교했습니다.`;
  return kinds
    ? '담보를 하나로 정할 수 없습니다. 아래에서 골라 주십시오.'
    : '담보를 찾을 수 없습니다. 담보 이름(예: 암진단비)을 넣어 다시 물어 주십시오.';
}

/** @param {{ refuse: (message: string) => Error, empty: boolean }} desk @returns {Coverage} */
export function mockCoverage({ refuse, empty }) {
  let imported = !empty;

  /** @param {Operations['coverage_compare'][0]} request @returns {CoverageAnswer} */
  function compare({ query, coverage_code, anchor }) {
    if (!imported) throw refuse('가져온 자료가 없습니다.');
    const asked = query.includes('암진단비') ? 'A4200_1' : (anchor?.coverage_code ?? null);
    const code = coverage_code ?? asked;
    const known = isKnown(code) ? code : null;
    const kinds = query.includes('암') && !known;
    return {
      query,
      insurers: ['GAON', 'NURI'],
      insurer_names: ['가온손해보험', '누리생명'],
      unknown_insurers: [],
      intent: 'compare',
      resolution_state: known ? 'RESOLVED' : kinds ? 'UNRESOLVED' : 'INVALID',
      resolved_coverage_code: known,
      resolved_coverage_name: known && NAMES[known],
      suggested_coverages: kinds ? [offered('A4200_1')] : [],
      // As the desk: what a person chose is not read in the question.
      also_named: coverage_code === null && query.includes('뇌졸중') ? [offered('A4101')] : [],
      comparison_mode: 'COVERAGE',
      subtype_targets: [],
      slots: known
        ? [
            {
              slot_key: 'payout_amount',
              label: '진단비 지급금액(일시금)',
              comparable: true,
              differs: true,
              insurers: [ofGaon(), ofNuri()],
            },
            {
              slot_key: 'waiting_period',
              label: '대기기간',
              comparable: false,
              differs: false,
              insurers: [
                { insurer_code: 'GAON', value: null, confidence: 'none', evidence: [] },
                {
                  insurer_code: 'NURI',
                  value: '미확인',
                  confidence: 'none',
                  note: '이 회사의 문서에서 찾지 못했습니다. 없다는 뜻은 아닙니다.',
                  evidence: [],
                },
              ],
            },
          ]
        : [],
      compare_axis: known
        ? [hit('GAON', NAMES[known], '암진단비(유사암제외) 3,000만원', '가입설계서')]
        : [],
      policy_axis: known
        ? [
            hit('GAON', '유사암', '유사암은 제외합니다.', '약관'),
            hit('NURI', '일반암', '일반암은 악성신생물을 말합니다.', '약관'),
          ]
        : [],
      primary_coverage_code: known,
      primary_coverage_name: known && NAMES[known],
      user_summary: summary(known, kinds),
      anchor: { insurers: ['GAON', 'NURI'], coverage_code: known },
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
    coverage_page: ({ insurer_code, document }) => ({
      text: PAGES[insurer_code === 'NURI' ? 'NURI' : 'GAON'][
        document === '약관.txt' ? '약관' : '가입설계서'
      ],
    }),
    coverage_amounts: () => ({ amounts: [] }),
    coverage_report: ({ question, format }) => ({
      name: `보장비교.${format}`,
      media_type: 'text/html; charset=utf-8',
      base64: Buffer.from(compare(question).user_summary).toString('base64'),
    }),
  };
}
