// @ts-check
// Coverage in memory: two companies, two pages each. It reads one coverage in a question, and takes 암 without it for an open one.

/** @typedef {import('../../../ui/src/lib/backend/backend.ts').Operations} Operations */
/** @typedef {import('../../../ui/src/lib/backend/types/CoverageAnswer.ts').CoverageAnswer} CoverageAnswer */
/** @typedef {import('../../../ui/src/lib/backend/types/CoverageFact.ts').CoverageFact} CoverageFact */
/** @typedef {import('../../../ui/src/lib/backend/types/CoverageFacts.ts').CoverageFacts} CoverageFacts */
/** @typedef {import('../../../ui/src/lib/backend/types/CoveragePaidElsewhere.ts').CoveragePaidElsewhere} CoveragePaidElsewhere */
/** @typedef {import('../../../ui/src/lib/backend/types/CoverageSaved.ts').CoverageSaved} CoverageSaved */
/** @typedef {import('../../../ui/src/lib/backend/types/DeskEvent.ts').DeskEvent} DeskEvent */
/** @typedef {import('../../../ui/src/lib/backend/types/CoverageSlotValue.ts').CoverageSlotValue} CoverageSlotValue */
/** @typedef {'coverage_import' | 'coverage_compare' | 'coverage_status' | 'coverage_page' | 'coverage_page_picture' | 'coverage_facts' | 'coverage_report' | 'coverage_saved' | 'coverage_save' | 'coverage_forget' | 'coverage_rules' | 'coverage_rule_text' | 'coverage_rules_check' | 'coverage_rules_replace'} Ours */
/** @typedef {{ [O in Ours]: (request: Operations[O][0]) => Operations[O][1] | Promise<Operations[O][1]> }} Coverage */

/** @typedef {'GAON' | 'NURI'} Code */
/** @typedef {'가입설계서' | '약관'} Sort */

/** @type {Record<Code, Record<Sort, string>>} */
const PAGES = {
  GAON: {
    가입설계서:
      '가온손해보험 가입설계서\n1 암진단비(유사암제외) 3,000만원 41,200 20년/100세\n2 유사암진단비 600만원 2,300 20년/100세\n암으로 진단확정된 경우 가입금액을 지급합니다.',
    약관: '제3조(보험금의 지급사유)\n"암"이란 악성신생물로 분류되는 질병을 말합니다.\n유사암은 제외합니다.',
  },
  NURI: {
    가입설계서:
      '누리생명 가입설계서\n무배당 일반암 진단특약 2,000만원 35,100 20년납\n무배당 고액암 진단특약 1,000만원 9,800 20년납\n※ 설계에 따라 2,500만원',
    약관: '제5조\n일반암은 악성신생물을 말합니다.',
  },
};
const NAMES = { A4200_1: '암진단비(유사암제외)', A4101: '뇌졸중진단비', A4210: '유사암진단비' };

/** What the documents of a company were imported from. */
const FORMS = { GAON: 'txt', NURI: 'pdf' };

/** A white PNG of one pixel. */
const WHITE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mP4DwABAQEAHLCMmQAAAABJRU5ErkJggg==';

/** @typedef {keyof typeof NAMES} Known */

/** The rule files, with what each is about. */
const RULES = {
  'resolution.toml': '담보를 확정하는 기준값',
  'cues.toml': '절에서 지급·면책·감액을 뜻하는 말',
};

/** @param {string} name */
const shippedRule = (name) => `# ${name}\nfloor = 0.4\ncertain = 0.9\n`;

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
    document: `${sort}.${FORMS[code]}`,
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
    rule: 'amount.row',
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

/** What the readings of the mock read. @type {Record<string, string>} */
const READINGS = {
  'amount.row': '보장표의 이 담보 줄에 적힌 가입금액입니다.',
  'existence.row': '보장표에 이 담보의 줄이 있습니다.',
  'definition.general': '약관의 정의 조항에서 읽은 진단 범위입니다.',
  'inclusion.name': '담보의 이름이 이 암 종류를 넣거나 뺍니다.',
};
const READER_NOTE =
  '가온손해보험의 가입설계서는 40세의 것입니다. 물으신 30세의 값은 다를 수 있습니다.';

/** The 유사암진단비 pays for a 경계성종양. @returns {CoveragePaidElsewhere} */
function paidElsewhere() {
  const places = [evidence('GAON', '2 유사암진단비 600만원')];
  return {
    subtype: 'borderline',
    label: '경계성종양',
    coverage_code: 'A4210',
    coverage_name: NAMES.A4210,
    name: '유사암진단비',
    inclusion: {
      insurer_code: 'GAON',
      value: '조건부',
      confidence: 'medium',
      rule: 'inclusion.name',
      evidence: places,
    },
    payout: { ...ofGaon(), value: '600만원', amount_won: 6_000_000, evidence: places },
  };
}

/** @param {Code} code @param {Known | null} coverage @param {Partial<CoverageFact>} over @returns {CoverageFact} */
function fact(code, coverage, over) {
  return {
    insurer_code: code,
    coverage,
    coverage_name: coverage && NAMES[coverage],
    attribute: 'amount',
    applies_to: null,
    polarity: 'affirmed',
    value: '3,000만원',
    condition: null,
    confidence: 'high',
    rule: 'amount.row',
    rank: 80,
    evidence: evidence(code, '3,000만원'),
    ...over,
  };
}

/** What was read of a company: two coverages, a row that belongs to none, and a long list of places. @param {string} insurer @returns {CoverageFacts} */
function factsOf(insurer) {
  const kinds = { similar_cancer: '유사암' };
  if (insurer !== 'GAON') return { facts: [], kinds, readings: READINGS };
  const row = evidence('GAON', '2 유사암진단비 600만원');
  const terms = evidence('GAON', '"암"이란 악성신생물로 분류되는 질병을 말합니다.', '약관');
  const denied = evidence('GAON', '유사암은 제외합니다.', '약관');
  const definition = { attribute: /** @type {const} */ ('definition'), rule: 'definition.general' };
  return {
    facts: [
      fact('GAON', 'A4200_1', {}),
      fact('GAON', 'A4200_1', {
        attribute: 'inclusion',
        applies_to: 'similar_cancer',
        polarity: 'denied',
        value: 'N',
        rule: 'inclusion.name',
        evidence: denied,
      }),
      ...Array.from({ length: 30 }, (_, at) =>
        fact('GAON', 'A4200_1', { ...definition, value: `악성신생물 ${at + 1}`, evidence: terms }),
      ),
      fact('GAON', 'A4210', { value: '600만원', evidence: row, condition: '1년 미만 50%' }),
      fact('GAON', null, {
        name: '골절수술비',
        attribute: 'existence',
        value: 'Y',
        rule: 'existence.row',
        evidence: row,
      }),
    ],
    kinds,
    readings: READINGS,
  };
}

/** @param {Known | null} known @param {boolean} kinds */
function summary(known, kinds) {
  if (known) return `가온손해보험, 누리생명의 ${NAMES[known]}를 비교했습니다.`;
  return kinds
    ? '담보를 하나로 정할 수 없습니다. 아래에서 골라 주십시오.'
    : '담보를 찾을 수 없습니다. 담보 이름(예: 암진단비)을 넣어 다시 물어 주십시오.';
}

/** @param {{ refuse: (message: string) => Error, tell: (event: DeskEvent) => void, empty: boolean }} desk @returns {Coverage & { stop: () => void }} */
export function mockCoverage({ refuse, tell, empty }) {
  let imported = !empty;
  let stopped = false;
  /** @type {CoverageSaved[]} */
  let saved = [];
  /** @type {Map<string, string>} */
  const replaced = new Map();

  /** Goes through a stage of an import; an endless one stands before its end until it is stopped. @param {'documents' | 'facts'} stage @param {number} total @param {boolean} [endless] */
  async function step(stage, total, endless = false) {
    for (let done = 1; (endless || done <= total) && !stopped; done += 1) {
      // The few coverages take longer, so that their number is seen on a busy machine.
      await new Promise((resolve) => setTimeout(resolve, stage === 'facts' ? 60 : 20));
      const shown = endless ? Math.min(done, total - 1) : done;
      tell({ type: 'coverage_import', progress: { stage, done: shown, total } });
    }
  }

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
      others:
        coverage_code === null && query.includes('뇌졸중')
          ? [
              {
                ...compare({ query, insurers: [], coverage_code: 'A4101', anchor }),
                user_summary: '',
              },
            ]
          : [],
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
      paid_elsewhere: query.includes('경계성') && known === 'A4200_1' ? [paidElsewhere()] : [],
      reader_notes: query.includes('30세') ? [READER_NOTE] : [],
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
      timings_ms: { coverage_recommendation: 0.4, slots: 0.5, total: 1 },
      debug: {
        query,
        normalized_query: query,
        insurers: ['GAON', 'NURI'],
        insurer_scope: { insurer_scope_method: 'all_imported', query_extracted_insurers: [] },
        coverage_resolution: {
          status: known ? 'RESOLVED' : kinds ? 'UNRESOLVED' : 'INVALID',
          best_similarity: known ? 1 : 0.2,
          best_code: known,
          reason: known ? 'named' : 'nothing_similar',
        },
        resolved_policy_keywords: ['유사암'],
        slot_type: null,
        slots_count: known ? 2 : 0,
        pages: 2,
        readings: READINGS,
      },
    };
  }

  function ruleList() {
    const files = Object.entries(RULES).map(([name, about]) => ({
      name,
      about,
      replaced_by: replaced.has(name) ? '김심의' : null,
      replaced_at: replaced.has(name) ? '2026-11-27T09:00:00Z' : null,
    }));
    return { files, problem: null };
  }

  return {
    stop: () => {
      stopped = true;
    },
    coverage_compare: compare,
    coverage_import: async ({ path }) => {
      if (!path.startsWith('/')) throw refuse(`${path}: no such folder`);
      stopped = false;
      const endless = path.includes('endless');
      await step('documents', endless || path.includes('large') ? 60 : 2, endless);
      if (stopped) throw refuse('가져오기를 멈췄습니다. 앞서 가져온 자료는 그대로입니다.');
      await step('facts', path.includes('large') ? 20 : 3);
      imported = true;
      saved = saved.map((one) => ({ ...one, is_current: false }));
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
        document.startsWith('약관') ? '약관' : '가입설계서'
      ],
      is_pdf: document.endsWith('.pdf'),
    }),
    // The file of one document was changed after the import.
    coverage_page_picture: ({ document, width, start, end }) => {
      if (document.startsWith('약관'))
        throw refuse(`${document}의 원본 파일이 가져온 뒤에 바뀌었습니다.`);
      const mark = { left: 0.25, top: 0.5, width: 0.25, height: 0.02 };
      const height = Math.round(width * 1.4);
      return { base64: WHITE, width, height, marks: end > start ? [mark] : [] };
    },
    coverage_facts: ({ insurer_code }) => factsOf(insurer_code),
    coverage_saved: () => ({ saved }),
    coverage_save: ({ name, questions }) => {
      if (saved.some((one) => one.name === name)) throw refuse(`${name}: 이미 있는 이름입니다.`);
      const one = { name, questions, saved_at: '2026-11-25T09:00:00Z', is_current: true };
      saved = [one, ...saved];
      return one;
    },
    coverage_forget: ({ name }) => {
      saved = saved.filter((one) => one.name !== name);
      return null;
    },
    coverage_rules: () => ruleList(),
    coverage_rule_text: ({ name }) => ({
      name,
      text: replaced.get(name) ?? shippedRule(name),
      shipped: shippedRule(name),
    }),
    coverage_rules_check: ({ name, text }) => {
      const line = text.split('\n').findIndex((one) => one.includes('잘못')) + 1;
      const problem = line > 0 ? { line, message: `${name}: unknown field` } : null;
      const fact = factsOf('GAON').facts[0];
      return problem || !fact
        ? { problem, facts: 0, gone: 0, new: 0, changes: [] }
        : { problem, facts: 12, gone: 1, new: 0, changes: [{ gone: true, fact }] };
    },
    coverage_rules_replace: ({ name, text }) => {
      if (text === null) replaced.delete(name);
      else replaced.set(name, text);
      return ruleList();
    },
    coverage_report: ({ question, format }) => ({
      name: `보장비교.${format}`,
      media_type: 'text/html; charset=utf-8',
      base64: Buffer.from(compare(question).user_summary).toString('base64'),
    }),
  };
}
