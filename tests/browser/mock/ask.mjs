// @ts-check
// A pharmacist's question: the mock knows one invented drug.

/** @typedef {import('../../../ui/src/lib/backend/types/AskResponse').AskResponse} AskResponse */

const CLOSING = '이 답변은 전문가의 진료나 상담을 대신하지 않습니다.';

/** @param {string} question @returns {AskResponse} */
export function answered(question) {
  /** @type {AskResponse} */
  const empty = {
    status: 'out_of_scope',
    answer: '의약품과 복약에 관한 질문이 아니어서 답하지 않습니다.',
    emergency: null,
    dur: [],
    citations: [],
    drugs: [],
    query: { core: [], expand: [], avoid: [], rerank: '' },
    verification: { verdict: 'NONE', rounds: [] },
    scores: { faithfulness: null, answer_relevancy: null },
    web_links: [],
    timings_ms: { understand: 0.1, refuse: 0.1, total: 0.3 },
  };
  if (question.includes('없는약')) {
    const answer = `등록된 문서에서 찾지 못했습니다(정보 부족).\n\n${CLOSING}`;
    return { ...empty, status: 'insufficient', answer };
  }
  if (!question.includes('가상정')) return empty;
  const emergency = question.includes('한꺼번에') ? '바로 119에 연락하십시오.' : null;
  const quote = '가상정은 하루 3정을 넘지 않습니다.';
  return {
    ...empty,
    status: 'answered',
    answer: [emergency, '가상정에 대해 찾은 내용입니다.', `${quote} [문서 1]`, CLOSING]
      .filter((it) => it !== null)
      .join('\n\n'),
    emergency,
    dur: [{ table: '병용금기', drugs: ['가상정', '모의정'], says: '함께 쓰지 않습니다.', n: 2 }],
    citations: [
      {
        n: 1,
        chunk_id: 'chunk-drug-1',
        doc_id: 'doc-drug',
        title: '가상정',
        section: '용법·용량',
        quote,
        digest: true,
      },
      {
        n: 2,
        chunk_id: 'chunk-dur-1',
        doc_id: 'doc-dur',
        title: 'DUR 병용금기',
        section: '병용금기 가상정 + 모의정',
        quote: '성분명 1: 가상정\n성분명 2: 모의정\n금기사유: 함께 쓰지 않습니다.',
        digest: false,
      },
    ],
    drugs: [{ written: '가상정', ingredient: '가상성분', corrected: null }],
    query: { core: ['가상정'], expand: ['용법·용량'], avoid: [], rerank: '가상정' },
    verification: { verdict: 'PASS', rounds: [{ verdict: 'PASS', remedy: 'none', faults: [] }] },
    scores: { faithfulness: 1, answer_relevancy: 1 },
    timings_ms: {
      understand: 0.4,
      search: 3.1,
      dur: 0.1,
      answer: 0.8,
      verify: 0.4,
      score: 0.3,
      total: 6,
    },
  };
}
