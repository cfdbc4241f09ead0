import type { AnswerCitation, AskResponse } from '../backend/types';

/** A citation for tests. */
export function citation(over: Partial<AnswerCitation> = {}): AnswerCitation {
  return {
    n: 1,
    chunk_id: 'chunk',
    doc_id: 'document',
    title: '가상정',
    section: '용법·용량',
    quote: '하루 3정을 넘지 않습니다.',
    digest: false,
    ...over,
  };
}

/** An answer for tests. */
export function response(over: Partial<AskResponse> = {}): AskResponse {
  return {
    asked_id: null,
    status: 'answered',
    answer: '',
    emergency: null,
    warnings: [],
    dur: [],
    citations: [],
    drugs: [],
    query: { core: [], expand: [], avoid: [], rerank: '' },
    verification: { verdict: 'NONE', rounds: [] },
    scores: { faithfulness: null, answer_relevancy: null, parts: {}, judge: null },
    engine: {},
    web_links: [],
    web_state: 'off',
    notices: [],
    timings_ms: {},
    ...over,
  };
}
