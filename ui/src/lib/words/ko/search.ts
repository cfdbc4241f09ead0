import type { SearchMode } from '../../backend/types';
import type { Stage } from '../../search/ranking';
import { following } from '../../text/particle';

/** Searching the corpora, and the work behind the search by meaning. */
export const search = {
  search: {
    text: '찾을 말',
    hint: '예: 치료 경험담 광고',
    submit: '찾기',
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
    legend:
      '기여는 합친 점수에 보탠 몫이고, 재정렬에서는 점수 그대로입니다. —는 그 단계를 거치지 않았거나 거기서 찾지 못한 것입니다.',
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
