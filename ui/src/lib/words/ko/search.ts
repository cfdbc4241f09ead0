import type { FusionFormula, SearchMode } from '../../backend/types';
import type { Stage } from '../../search/ranking';
import { following } from '../../text/particle';

/** Searching the corpora, and the work behind the search by meaning. */
export const search = {
  search: {
    text: '찾을 말',
    hint: '예: 치료 경험담 광고',
    submit: '찾기',
    found: '찾은 글',
    mode: '찾는 방법',
    modes: { bm25: '낱말', dense: '의미', hybrid: '함께' } satisfies Record<SearchMode, string>,
    about: {
      bm25: '찾을 말이 들어 있는 글',
      dense: '말이 달라도 뜻이 가까운 글',
      hybrid: '낱말과 의미를 합쳐 다시 정렬 (기본)',
    } satisfies Record<SearchMode, string>,
    hits: (n: number, ms: string) => `${n}건 · ${ms}`,
    noHits: (text: string) => `‘${text}’에 맞는 조문이 없습니다.`,
    unknown: (text: string) =>
      `‘${text}’에는 자료에 나오는 낱말이 하나도 없어 찾지 않았습니다. 맞춤법과 한영 전환을 확인하고, 법령이나 약품에 쓰이는 말로 다시 찾으십시오.`,
    suggestion: {
      before: '혹시',
      after: (query: string) => `${following(query, '을')} 찾으셨나요?`,
    },
    byMeaning: '뜻이 가까움',
    byMeaningWhy: '찾을 말이 글에 없지만 뜻이 가깝습니다.',
    earlierVersions: (n: number) => `이전 판 ${n}개`,
    otherVersions: (n: number) => `다른 판 ${n}개`,
    copies: (n: number) => `같은 글이 있는 곳 ${n}곳`,
    endedSince: (day: string) => `${day}부터 효력 없음`,
    beginsOn: (day: string) => `${day}부터 시행`,
    by: (encoder: string | null, reranker: string | null) =>
      [encoder && `인코더 ${encoder}`, reranker && `순위 모델 ${reranker}`]
        .filter(Boolean)
        .map((part) => ` · ${part}`)
        .join(''),
    behind: '가져오기가 진행 중입니다. 새로 들어온 문서는 아직 찾기에 나오지 않습니다.',
    instead: (asked: string, used: string) => `‘${asked}’ 대신 ‘${used}’로 찾았습니다.`,
    why: '왜 이 결과인가',
    stage: '단계',
    stages: {
      bm25: '낱말 BM25',
      dense: '의미',
      fused: '합침',
      rerank: '재정렬',
    } satisfies Record<Stage, string>,
    rank: '순위',
    score: '점수',
    contribution: '기여',
    absent: '없음',
    profileNames: {
      search: '찾기',
      review: '심의',
      pharmacy: '약사 질의',
      counsel: '상담',
    } as Readonly<Record<string, string>>,
    profile: {
      of: (name: string) => `‘${name}’ 프로필`,
      words: (n: number) => `낱말 ${n}건`,
      meaning: (n: number) => `의미 ${n}건`,
      formulas: {
        reciprocal_rank: '역순위 합',
        weighted_scores: '점수 가중합',
      } satisfies Record<FusionFormula, string>,
      k: (k: number) => `k=${k}`,
      weights: (words: number, meaning: number) => `가중치 ${words}:${meaning}`,
      rerank: (n: number) => (n === 0 ? '재정렬 없음' : `재정렬 ${n}건`),
      minimum: (score: number | null) => (score === null ? '최저 점수 없음' : `최저 점수 ${score}`),
    },
    computation: '합친 점수',
    legend:
      '기여는 합친 점수에 보탠 몫이고, 재정렬에서는 점수 그대로입니다. —는 그 단계를 거치지 않았거나 거기서 찾지 못한 것입니다.',
  },
  searchProfiles: {
    title: '찾는 방식',
    hint: '바꾼 값은 다음 검색부터 이 데스크의 모든 창과 프로그램에서 쓰입니다. 바꾼 프로필만 저장됩니다.',
    routing: '질문의 유형에 따라 프로필과 문서 수를 정하기',
    routingHint:
      '끄면 약사 질의와 상담도 ‘찾기’ 프로필로 찾습니다. 찾는 문서의 종류는 그대로입니다.',
    saveRouting: '저장',
    savedRouting: '질문 유형별 검색을 저장했습니다.',
    uses: {
      search: '자료에서 찾을 때 쓰입니다. 이 창은 결과를 30건까지 보입니다.',
      review: '이 프로필을 골라 찾을 때만 쓰입니다. 심의가 근거를 찾을 때는 낱말 순위만 씁니다.',
      pharmacy:
        '약사의 질문에 답할 때 쓰입니다. 재정렬한 것을 모두 받아 그 가운데서 고르고, 최저 점수로 범위 밖 질문도 가립니다.',
      counsel:
        '상담에 답할 때 쓰입니다. 결과 건수의 단계는 질문의 크기에 따라 답에 쓰는 문서 수입니다.',
    } as Readonly<Record<string, string>>,
    changed: '바꿈',
    lexical: '낱말로 찾는 건수',
    dense: '의미로 찾는 건수',
    fusion: '합치는 방법',
    k: '역순위 합의 k',
    weightWords: '낱말의 가중치',
    weightMeaning: '의미의 가중치',
    rerank: '재정렬하는 건수',
    results: '결과 건수',
    steps: '결과 건수의 단계',
    minimum: '최저 점수',
    minimumHint: '비우면 없음',
    save: (name: string) => `${name} 저장`,
    saved: (name: string) => `‘${name}’ 프로필을 저장했습니다.`,
    restore: (name: string) => `${name}의 처음 값으로`,
  },
  embedding: {
    label: '인코더 벡터 만들기',
    running: (percent: number) => `고른 인코더로 자료의 벡터를 만드는 중 ${percent}%`,
    cancel: '멈추기',
    cancelling: '멈추는 중…',
    cancelled: '벡터 만들기를 멈췄습니다. 만든 것은 남아 있고, 찾기는 그전 그대로 됩니다.',
  },
  fitting: {
    label: '의미 검색 맞추기',
    running: (percent: number) => `의미 검색을 자료에 맞추는 중 ${percent}%`,
    cancel: '멈추기',
    cancelling: '멈추는 중…',
    cancelled: '의미 검색 맞추기를 멈췄습니다. 찾기는 그전 그대로 됩니다.',
  },
};
