import type { KnownMedium } from '../../review/media';
import type {
  Action,
  CaseStatus,
  DocumentKind,
  Level,
  Severity,
  Verdict,
  ViolationKind,
} from '../../backend/types';

/** The words of the field, as the domain types name them. */
export const terms = {
  verdict: {
    허용: '허용',
    조건부허용: '조건부허용',
    불허: '불허',
    보류: '보류',
  } satisfies Record<Verdict, string>,
  draft: '초안',
  final: '확정',
  severity: { critical: '중대', high: '높음', medium: '보통', low: '낮음' } satisfies Record<
    Severity,
    string
  >,
  level: { statute: '법령', standard: '심의기준' } satisfies Record<Level, string>,
  kind: {
    V1: '신의료기술 미평가',
    V2: '치료 경험담',
    V3: '거짓·과장',
    V4: '비교·비방',
    V5: '근거 부재',
    V6: '최상급 표현',
    V7: '시술장면 노출',
    V8: '자격·명칭',
    V9: '기사·전문가 의견형',
    V10: '미심의·심의내용 상이',
    V11: '외국인환자 국내광고',
    V12: '비급여 할인·면제',
    V13: '상장·인증·보증·추천',
    V14: '그 밖의 금지',
  } satisfies Record<ViolationKind, string>,
  medium: {
    internet: '인터넷',
    app: '앱',
    sns: 'SNS',
    newspaper: '신문',
    magazine: '잡지',
    banner: '현수막',
    poster: '벽보',
    leaflet: '전단',
    transport: '교통수단',
    billboard: '전광판',
    broadcast: '방송',
  } satisfies Record<KnownMedium, string>,
  caseStatus: {
    running: '심의 중',
    awaiting_review: '검토 대기',
    awaiting_revision: '수정본 대기',
    completed: '완료',
    failed: '실패',
  } satisfies Record<CaseStatus, string>,
  action: {
    approve: '승인',
    modify: '수정',
    reject: '기각·재심의',
    request_revision: '수정요청',
  } satisfies Record<Action, string>,
  documentKind: {
    statute: '법령',
    guideline: '심의기준',
    precedent: '판례',
    drug: '의약품',
    dur: 'DUR',
    policy: '약관',
    'tech-registry': '신의료기술',
    bench: '시험 자료',
  } satisfies Record<DocumentKind, string>,
};
