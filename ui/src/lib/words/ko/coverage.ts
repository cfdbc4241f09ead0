import type { ResolutionState } from '../../backend/types/ResolutionState';
import type { SlotConfidence } from '../../backend/types/SlotConfidence';

/** Insurance coverage: asked, compared, imported. */
export const coverage = {
  coverage: {
    title: '보장 비교',
    hint: '보험사와 담보를 넣어 물으면, 가져온 문서에서 값을 찾아 쪽과 문구를 함께 보여 줍니다.',
    question: '질문',
    example: '예: 두 회사의 암진단비를 비교해줘',
    ask: '묻기',
    fresh: '새 대화',
    state: {
      RESOLVED: '담보 확정',
      UNRESOLVED: '담보 선택 필요',
      INVALID: '담보를 찾지 못함',
    } satisfies Record<ResolutionState, string>,
    scope: '보험사',
    scopeHint: '고르지 않으면 질문에 나온 보험사, 없으면 모든 보험사를 봅니다.',
    choose: '어느 담보입니까?',
    table: '비교표',
    item: '항목',
    differs: '다름',
    none: '찾지 못함',
    evidence: (doc: string, page: string) => `${doc} ${page}쪽`,
    openEvidence: (doc: string, page: string, label: string) => `${label}: ${doc} ${page}쪽 보기`,
    confidence: {
      high: '확실',
      medium: '보통',
      low: '낮음',
      none: '근거 없음',
    } satisfies Record<SlotConfidence, string>,
    conflicts: '다른 문서의 값',
    parts: '나누어 파는 담보',
    pages: '찾은 쪽',
    policy: '약관에서 찾은 쪽',
    csv: 'CSV로 저장',
    html: 'HTML로 저장',
    pdf: 'PDF로 저장',
    imported: (insurers: string, pages: string) => `보험사 ${insurers}곳, 문서 ${pages}쪽`,
    nothing: '비교할 자료를 아직 가져오지 않았습니다.',
    import: '자료 가져오기',
    folder: '폴더의 경로',
    folderHint:
      'insurers.csv, coverage_standard.csv, coverage_alias.csv와 documents/보험사코드/문서종류/ 가 든 폴더입니다. 가져오면 앞서 가져온 것을 갈음합니다.',
    importNow: '가져오기',
    done: (documents: string, pages: string) => `문서 ${documents}건(${pages}쪽)을 가져왔습니다.`,
    quarantined: (n: string) => `격리 ${n}건`,
  },
};
