// @ts-check
// A pharmacist's question: the mock knows one invented drug. Words in a question choose what comes:
// 없는약 (nothing known), 한꺼번에 (an emergency), 가상졍 (misspelt), 교정 (a refused sentence),
// 웹 (reference links), 링크 (links three seconds after the answer), 막힌 (a notice), 느린 (three seconds of search, unless it is stopped), 고장 (refused), <…> (the question comes back).

/** @typedef {import('../../../ui/src/lib/backend/backend.ts').Operations} Operations */
/** @typedef {'ask' | 'cancel_ask' | 'judged_questions' | 'asked' | 'asked_question' | 'forget_question' | 'give_feedback' | 'ask_settings' | 'set_ask_settings'} Ours */
/** @typedef {{ [O in Ours]: (request: Operations[O][0]) => Operations[O][1] | Promise<Operations[O][1]> }} Asks */
/** @typedef {import('../../../ui/src/lib/backend/types/AskRequest').AskRequest} AskRequest */
/** @typedef {import('../../../ui/src/lib/backend/types/DeskEvent').DeskEvent} DeskEvent */
/** @typedef {import('../../../ui/src/lib/backend/types/AskResponse').AskResponse} AskResponse */
/** @typedef {import('../../../ui/src/lib/backend/types/AnswerCitation').AnswerCitation} AnswerCitation */
/** @typedef {import('../../../ui/src/lib/backend/types/ArticleView').ArticleView} ArticleView */
/** @typedef {import('../../../ui/src/lib/backend/types/DocumentView').DocumentView} DocumentView */

export const CLOSING =
  '이 답변은 전문가의 진료나 상담을 대신하지 않습니다. 의사·약사와 꼭 상담하세요.';
const SLOW = 3000;

const QUOTE = '가상정은 하루 3정을 넘지 않습니다.';
const DUR_ROW = '성분명 1: 가상정\n성분명 2: 모의정\n금기사유: 함께 쓰지 않습니다.';

/** @type {AnswerCitation[]} */
export const CITATIONS = [
  {
    n: 1,
    chunk_id: 'chunk-drug-1',
    doc_id: 'doc-drug',
    title: '가상정',
    section: '용법·용량',
    quote: QUOTE,
    digest: true,
  },
  {
    n: 2,
    chunk_id: 'chunk-dur-1',
    doc_id: 'doc-dur',
    title: 'DUR 병용금기',
    section: '병용금기 가상정 + 모의정',
    quote: DUR_ROW,
    digest: false,
  },
  {
    n: 3,
    chunk_id: 'chunk-gone',
    doc_id: 'doc-gone',
    title: '가상정 옛 문서',
    section: '보관',
    quote: '가상정은 빛을 피해 보관합니다.',
    digest: false,
  },
];

/**
 * @param {(message: string) => Error} refuse
 * @param {(event: DeskEvent) => void} tell
 * @returns {Asks}
 */
export function mockAsk(refuse, tell) {
  /** @type {Operations['ask_settings'][1]} */
  let settings = {
    settings: { web_links: false, web_service: null, web_key: true, keep_days: 90 },
    revision: 0,
    changed_by: null,
    changed_at: null,
  };

  /** Stops a question that is searched for, by the asker's own id. @type {Map<string, () => void>} */
  const waiting = new Map();

  /** As long as a slow search takes, or until it is stopped. @param {string | null} askId */
  async function searchSlowly(askId) {
    const isStopped = await new Promise((resolve) => {
      setTimeout(() => resolve(false), SLOW);
      if (askId !== null) waiting.set(askId, () => resolve(true));
    });
    if (askId !== null) waiting.delete(askId);
    if (isStopped) throw refuse('답하기 전에 중지한 질문입니다.');
  }

  /** @param {AskRequest} request @returns {Promise<AskResponse>} */
  async function ask({ question, ask_id: askId, engine }) {
    if (question.includes('고장')) throw refuse('의약품 문서를 읽지 못했습니다. 다시 시도하세요.');
    const response = answered(question);
    /** @param {string} node @param {number | null} ms */
    const step = (node, ms = null) => {
      if (askId !== null) tell({ type: 'ask_step', ask_id: askId, node, ms });
    };
    step('understand');
    step('understand', 0.4);
    if (question.includes('느린')) {
      step('search');
      await searchSlowly(askId);
      step('search', SLOW);
    }
    if (engine === 'chat' && askId !== null) {
      step('answer');
      for (const text of ['가상정은 ', '하루 3정', '까지 먹습니다. [문서 1]']) {
        tell({ type: 'ask_token', ask_id: askId, text });
        await new Promise((resolve) => setTimeout(resolve, SLOW / 10));
      }
      step('answer', SLOW / 3);
    }
    if (question.includes('링크') && askId !== null) {
      const early = { ...response, web_links: [], web_state: /** @type {const} */ ('waiting') };
      tell({ type: 'ask_answered', ask_id: askId, response: early });
      await new Promise((resolve) => setTimeout(resolve, SLOW));
    }
    return response;
  }

  /** @param {Operations['set_ask_settings'][0]} request */
  function set({ settings: wanted, revision }) {
    if (wanted.web_service?.includes('?')) throw refuse('이것은 주소가 아닙니다.');
    settings = { ...settings, settings: wanted, revision: revision + 1 };
    return settings;
  }

  /** Questions of before, the newest first. @type {Operations['asked_question'][1][]} */
  const kept = [];
  let serial = 0;

  /** @param {string} id */
  function find(id) {
    const found = kept.find((one) => one.id === id);
    if (!found) throw refuse('그런 질문이 없습니다.');
    return found;
  }

  /** What was thought of an answer, as a line of an evaluation set. @param {Operations['asked_question'][1]} view */
  function judged({ id, question: text, status, feedback, response }) {
    if (feedback === null) return [];
    const { verdict, title, section: part, note } = feedback;
    const [first] = response.citations;
    /** @type {[string, string]} */
    const place = [first?.title ?? '', first?.section ?? ''];
    return [{ id, text, verdict, status, first: place, title, section: part, note }];
  }

  /** A place that is right is one that an answer can cite. @param {string} title @param {string} part */
  function checkPlace(title, part) {
    const named = CITATIONS.filter((one) => title === '' || one.title === title);
    if (named.length === 0) throw refuse(`‘${title}’(이)라는 의약품 문서가 없습니다.`);
    if (part !== '' && !named.some((one) => one.section === part))
      throw refuse(`${title}에 ‘${part}’ 항목이 없습니다.`);
  }

  /** @param {Operations['asked_question'][1]} view @returns {Operations['give_feedback'][1]} */
  function summary({ id, at, by, question, status, feedback }) {
    return { id, at, by, question, status, feedback };
  }

  /** @param {AskRequest} request @returns {Promise<AskResponse>} */
  async function askAndKeep(request) {
    serial += 1;
    const id = `asked-${serial}`;
    const response = { ...(await ask(request)), asked_id: id };
    const { question } = request;
    const at = new Date().toISOString();
    const status = response.emergency === null ? response.status : 'emergency';
    kept.unshift({ id, at, by: null, question, status, feedback: null, response, model_calls: [] });
    return response;
  }

  return {
    ask: askAndKeep,
    cancel_ask: ({ ask_id: askId }) => {
      waiting.get(askId)?.();
      return null;
    },
    // The oldest first.
    judged_questions: () => kept.toReversed().flatMap(judged),
    asked: ({ words, limit, offset }) => {
      const found = kept.filter((one) => words === null || one.question.includes(words));
      const questions = found.slice(offset, offset + (limit ?? 50)).map(summary);
      return { total: found.length, questions };
    },
    asked_question: ({ id }) => find(id),
    forget_question: ({ id }) => {
      kept.splice(kept.indexOf(find(id)), 1);
      return null;
    },
    give_feedback: ({ id, verdict, title, section, note }) => {
      const found = find(id);
      checkPlace(title, section);
      found.feedback = { verdict, title, section, note, at: new Date().toISOString(), by: null };
      return summary(found);
    },
    ask_settings: () => settings,
    set_ask_settings: set,
  };
}

/** @param {string} question @returns {AskResponse} */
function answered(question) {
  /** @type {AskResponse} */
  const empty = {
    asked_id: null,
    status: 'out_of_scope',
    answer: '의약품과 복약에 관한 질문이 아니어서 답하지 않습니다.',
    emergency: null,
    warnings: [],
    dur: [],
    citations: [],
    drugs: [],
    query: { core: [], expand: [], avoid: [], rerank: '' },
    verification: { verdict: 'NONE', rounds: [] },
    scores: { faithfulness: null, answer_relevancy: null, parts: {}, judge: null },
    engine: { answering: 'rules' },
    web_links: [],
    web_state: 'off',
    notices: [],
    timings_ms: { understand: 0.1, refuse: 0.1, total: 0.3 },
  };
  if (question.includes('없는약')) {
    const answer = `등록된 문서에서 찾지 못했습니다(정보 부족).\n\n${CLOSING}`;
    return { ...empty, status: 'insufficient', answer };
  }
  const misspelt = question.includes('가상졍');
  if (!question.includes('가상정') && !misspelt) return empty;
  const emergency = question.includes('한꺼번에') ? '바로 119에 연락하십시오.' : null;
  const urgent = emergency === null ? null : `${emergency} [응급 안내 · 데스크의 고정 문구]`;
  const corrected = question.includes('교정');
  const weighed = question.includes('14kg');
  const markup = /<.*>/su.exec(question)?.[0] ?? null;
  return {
    ...empty,
    status: 'answered',
    answer: [
      urgent,
      '가상정에 대해 찾은 내용입니다.',
      '[병용금기] 가상정 + 모의정: 함께 쓰지 않습니다. [문서 2]',
      weighed ? `[계산] ${DOSE.title}: ${DOSE.result}. 식: ${DOSE.formula} [문서 1]` : null,
      `${QUOTE} [문서 1]`,
      markup,
      '가상정은 빛을 피해 보관합니다. 남은 것은 [문서 9]처럼 없는 번호를 달지 않습니다. [문서 3]',
      CLOSING,
    ]
      .filter((it) => it !== null)
      .join('\n\n'),
    emergency,
    dur: [{ table: '병용금기', drugs: ['가상정', '모의정'], says: '함께 쓰지 않습니다.', n: 2 }],
    ...(weighed ? { calculations: [DOSE] } : {}),
    citations: CITATIONS,
    drugs: [
      {
        written: misspelt ? '가상졍' : '가상정',
        ingredient: '가상성분',
        corrected: misspelt ? '가상정' : null,
      },
    ],
    query: { core: ['가상정'], expand: ['용법·용량'], avoid: ['동물용'], rerank: '가상정 용법' },
    verification: {
      verdict: 'PASS',
      rounds: [
        ...(corrected
          ? [
              {
                verdict: 'FAIL',
                remedy: 'correct',
                faults: [{ sentence: '가상정은 하루 9정까지 먹습니다.', why: '출처에 없는 숫자' }],
              },
            ]
          : []),
        { verdict: 'PASS', remedy: 'none', faults: [] },
      ],
    },
    scores: {
      faithfulness: 1,
      answer_relevancy: corrected ? 0.62 : null,
      parts: corrected ? { asked: 1, first_words: 0.4 } : {},
      judge: corrected ? { faithfulness: 0.9, answer_relevancy: null } : null,
    },
    web_links: question.includes('웹')
      ? [
          {
            title: '가상정 안내',
            url: 'https://drug.example/info?name=가상정',
            domain: 'drug.example',
          },
          { title: '열 수 없는 주소', url: 'javascript:alert(1)', domain: '' },
        ]
      : [],
    web_state: question.includes('웹') ? 'asked' : 'off',
    notices: question.includes('막힌') ? ['웹 참고 링크를 받지 못했습니다: 끊겼습니다.'] : [],
    timings_ms: {
      understand: 0.4,
      search: 3.1,
      dur: 0.1,
      answer: 0.8,
      verify: corrected ? 0.9 : 0.4,
      ...(corrected ? { correct: 0.2 } : {}),
      score: 0.3,
      total: 6,
    },
  };
}

/** A dose by weight, from the first document. @type {import('../../../ui/src/lib/backend/types/Calculation').Calculation} */
const DOSE = {
  id: 'weight_dose',
  title: '가상정 체중 용량',
  formula: '14 kg × 10 mg/kg = 140 mg',
  inputs: [{ name: '체중', value: '14', unit: 'kg', origin: '질문' }],
  result: '1회 140 mg',
  low: 140,
  high: 140,
  unit: 'mg',
  rounding: '반올림하지 않았습니다.',
  source: '가상정',
  dose: CITATIONS[0] ? { ...CITATIONS[0], quote: '체중 1kg에 10mg을 먹입니다.' } : null,
  notes: [],
};

/** A document that answers stand on. @param {string} wanted @param {string | null} article @returns {DocumentView | null} */
export function drugDocument(wanted, article) {
  const found = {
    'doc-drug': { title: '가상정', articles: drugArticles() },
    'doc-dur': {
      title: 'DUR 병용금기',
      articles: [section('병용금기 가상정 + 모의정', DUR_ROW)],
    },
  }[wanted];
  if (!found) return null;
  return {
    document: {
      id: wanted,
      kind: 'drug',
      title: found.title,
      source_key: wanted,
      version: '2026.1',
      promulgated_on: '2026-01-01',
      effective_from: '2026-01-01',
      effective_to: null,
      standing: { ministry: '', state: 'enacted', ended_on: null, repeals: '' },
      digest: wanted === 'doc-drug',
      source_path: 'mock',
      sha256: '0'.repeat(64),
      reader: 'mock/1',
    },
    articles: found.articles.filter(({ key }) => article === null || key === article),
  };
}

function drugArticles() {
  return [
    section('효능·효과', '가상정은 시험에 쓰는 가상의 약입니다.'),
    section(
      '용법·용량',
      `어른은 가상정을 한 번에 1정씩 먹습니다.\n${QUOTE} 빈속에는 먹지 않습니다.`,
    ),
  ];
}

/** @param {string} key @param {string} text @returns {ArticleView} */
function section(key, text) {
  return {
    key,
    title: '',
    part: 'section',
    breadcrumb: [],
    text,
    notes: [],
    deleted: false,
    effective_from: null,
    in_force: true,
    start: 0,
    end: [...text].length,
  };
}
