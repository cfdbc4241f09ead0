// @ts-check
// Canned cases in the shapes of the generated types; `npm run check` in ui/ fails when they go stale.
import { OPINION } from './chat.mjs';
import { ADS_ARTICLE, LAW_ID } from './law.mjs';
import { OPEN } from './people.mjs';

/** @typedef {import('../../../ui/src/lib/backend/types/CaseView.ts').CaseView} CaseView */
/** @typedef {import('../../../ui/src/lib/backend/types/Citation.ts').Citation} Citation */
/** @typedef {import('../../../ui/src/lib/backend/types/CitationStatus.ts').CitationStatus} CitationStatus */
/** @typedef {import('../../../ui/src/lib/backend/types/CitedProvision.ts').CitedProvision} CitedProvision */
/** @typedef {import('../../../ui/src/lib/backend/types/Claim.ts').Claim} Claim */
/** @typedef {import('../../../ui/src/lib/backend/types/GraphView.ts').GraphView} GraphView */
/** @typedef {import('../../../ui/src/lib/backend/types/InterruptReason.ts').InterruptReason} InterruptReason */
/** @typedef {import('../../../ui/src/lib/backend/types/ReviewResult.ts').ReviewResult} ReviewResult */
/** @typedef {import('../../../ui/src/lib/backend/types/Severity.ts').Severity} Severity */
/** @typedef {import('../../../ui/src/lib/backend/types/Suggestion.ts').Suggestion} Suggestion */
/** @typedef {import('../../../ui/src/lib/backend/types/Verdict.ts').Verdict} Verdict */
/** @typedef {import('../../../ui/src/lib/backend/types/Violation.ts').Violation} Violation */

/**
 * @typedef {object} Draft
 * @property {string} number
 * @property {string} text
 * @property {string} [advertiser]
 * @property {string} [medium]
 * @property {Verdict} verdict
 * @property {number} confidence
 * @property {InterruptReason[]} reasons
 * @property {[string, Partial<Violation>[]][]} claims
 * @property {Suggestion[]} [suggestions]
 * @property {string[]} [notices]
 * @property {number} minutes
 * @property {number} [iterations]
 */

const QUOTES = {
  V1: '평가를 마치지 아니한 새 기술을 내세우는 광고',
  V2: '환자의 체험담으로 효과를 믿게 하는 광고',
  V3: '객관적 사실을 부풀리는 광고',
  V6: '다른 기관과 견주어 낫다고 하는 광고',
};

/** @param {number} minutes */
export function ago(minutes) {
  return new Date(Date.now() - minutes * 60_000).toISOString();
}

/** @param {string} number */
export function caseId(number) {
  return `0194f1aa-0000-7000-8000-${[...number]
    .map((c) => c.charCodeAt(0).toString(16))
    .join('')
    .padStart(12, '0')
    .slice(-12)}`;
}

/** @param {string} quote @param {Partial<Citation>} [over] @returns {Citation} */
export function citation(quote, over = {}) {
  return {
    chunk_id: `chunk-${quote.slice(0, 6)}`,
    kind: 'statute',
    article: '가상 광고법 제5조제2항',
    quote,
    effective_from: '2026-04-07',
    status: 'VERIFIED',
    digest: false,
    version: '법률 제90001호',
    note: '',
    ...over,
  };
}

/** @param {boolean} waiting @param {boolean} done @returns {GraphView} */
export function graph(waiting, done) {
  const names = /** @type {const} */ ([
    ['claims', '주장 추출', 0.4],
    ['classify', '분류', 1.1],
    ['statutes', '법령 검색', 2.2],
    ['guidelines', '기준 검색', 1.2],
    ['precedents', '판례 검색', 0.8],
    ['draft', '초안', 0.9],
    ['verify', '반대 검증', 2.3],
    ['person', '사람', null],
    ['finish', '확정', 0.2],
  ]);
  return {
    nodes: names.map(([name, label, ms]) => ({
      name,
      label,
      ms: name === 'finish' && !done ? null : ms,
      visits: name === 'draft' || name === 'verify' ? 2 : 1,
      state:
        name === 'person'
          ? waiting
            ? 'waiting'
            : 'done'
          : name === 'finish' && !done
            ? 'pending'
            : 'done',
    })),
    edges: [
      ['claims', 'classify', null],
      ['classify', 'statutes', null],
      ['classify', 'guidelines', null],
      ['classify', 'precedents', null],
      ['statutes', 'draft', null],
      ['guidelines', 'draft', null],
      ['precedents', 'draft', null],
      ['draft', 'verify', null],
      ['verify', 'draft', 'rejected'],
      ['verify', 'person', 'ask'],
      ['verify', 'finish', 'automatic'],
      ['person', 'finish', null],
    ],
    mermaid: 'graph TD',
  };
}

/**
 * Decisions on a 과장: one for the advertiser, one against, one that no longer counts.
 * @param {Violation} violation @returns {import('../../../ui/src/lib/backend/types/WeighedDecision').WeighedDecision[]}
 */
function decisionsOn({ claim_id, kind }) {
  if (kind !== 'V3') return [];
  const decision = {
    claim_id,
    kind,
    disposition: /** @type {const} */ ('remanded'),
    status: /** @type {const} */ ('VERIFIED'),
    digest: false,
    effect: /** @type {const} */ ('shown'),
  };
  return [
    {
      ...decision,
      decision: '가상법원 2019. 3. 14. 선고 2018도101 판결',
      case_number: '2018도101',
      decided_on: '2019-03-14',
      outcome: 'lawful',
      stance: 'against',
      wording: '통증이 거의 없는 시술',
      similarity: 0.78,
      article: '가상법원 2019. 3. 14. 선고 2018도101 판결 판결요지[2]',
      quote: '‘통증이 거의 없는 시술’이라는 표현은 전체 인상에 비추어 과장이라고 할 수 없다.',
      effect: 'lowered',
      why: '비슷한 표현을 허용한 판단이 있습니다(유사도 0.78). 판단 수준을 한 단계 낮췄습니다.',
    },
    {
      ...decision,
      decision: '가상법원 2021. 6. 3. 선고 2020도202 판결',
      case_number: '2020도202',
      decided_on: '2021-06-03',
      outcome: 'unlawful',
      disposition: 'convicted',
      stance: 'for',
      wording: '',
      similarity: 0.2,
      article: '가상법원 2021. 6. 3. 선고 2020도202 판결 판결요지',
      quote: '근거 없는 수치를 내세운 것은 객관적인 사실을 과장한 광고이다.',
      why: '같은 유형의 광고를 위법하다고 본 판단입니다.',
    },
    {
      ...decision,
      decision: '가상법원 2009. 1. 8. 선고 2008도303 판결',
      case_number: '2008도303',
      decided_on: '2009-01-08',
      outcome: 'lawful',
      stance: 'lost_ground',
      status: 'REPEALED',
      wording: '',
      similarity: 0.1,
      article: '가상법원 2009. 1. 8. 선고 2008도303 판결 이유',
      quote: '심의를 받지 아니한 것만으로는 위법하지 않다.',
      why: '가상법원 2020. 5. 7. 선고 2019도404 판결으로 그 견해가 변경되었습니다.',
    },
  ];
}

/** @param {Draft} draft @returns {CaseView} */
export function caseView(draft) {
  const case_id = caseId(draft.number);
  /** @type {Claim[]} */
  const claims = [];
  /** @type {Violation[]} */
  const violations = [];
  /** @type {Citation[]} */
  const citations = [];
  /** @type {CitedProvision[]} */
  const provisions = [];
  draft.claims.forEach(([text, found], index) => {
    const start = [...draft.text.slice(0, draft.text.indexOf(text))].length;
    const id = `c${index + 1}`;
    claims.push({ id, text, start, end: start + [...text].length });
    for (const one of found) {
      const kind = one.kind ?? 'V3';
      const quote = QUOTES[/** @type {keyof typeof QUOTES} */ (kind)] ?? QUOTES.V3;
      const standard = one.level === 'standard';
      citations.push(
        citation(
          quote,
          standard
            ? {
                kind: 'guideline',
                article: '가상 광고 심의기준 3. 최상급',
                digest: true,
                version: '',
                effective_from: '2024-01-01',
              }
            : {},
        ),
      );
      const at = [...ADS_ARTICLE.slice(0, ADS_ARTICLE.indexOf(quote))].length;
      provisions.push({
        citation: citations.length - 1,
        title: standard ? '가상 광고 심의기준' : '가상 광고법',
        text: ADS_ARTICLE,
        start: at,
        end: at + [...quote].length,
        document_id: LAW_ID,
        article_key: '제5조',
      });
      violations.push({
        kind,
        level: 'statute',
        severity: 'high',
        claim_id: id,
        article: '가상 광고법 제5조제2항',
        rationale: '표현을 뒷받침하는 자료가 없고 평가를 마친 기술의 목록에서도 찾지 못했다.',
        citations: [citations.length - 1],
        rule: `mock.${kind.toLowerCase()}@2026.3`,
        ...one,
      });
    }
  });
  /** @type {Record<string, number>} */
  const bySeverity = {};
  for (const { severity } of violations) bySeverity[severity] = (bySeverity[severity] ?? 0) + 1;
  const worst =
    /** @type {const} */ (['critical', 'high', 'medium', 'low']).find((s) => bySeverity[s]) ?? null;
  const at = ago(draft.minutes);
  /** @type {ReviewResult} */
  const result = {
    id: draft.number,
    case_id,
    status: 'awaiting_review',
    verdict: draft.verdict,
    confidence: draft.confidence,
    confidence_parts: {
      citation_accuracy: 1,
      logic_consistency: 0.84,
      evidence_strength: Math.max(0, draft.confidence - 0.26),
      precedent_match: 0.55,
    },
    claims,
    violations,
    citations,
    reasoning: [
      {
        step: 'facts',
        text: '시술 이름, 수치, 후기로 이끄는 말, 유일하다는 표현이 있다.',
      },
      {
        step: 'law',
        text: '가상 광고법 제5조제2항제1호·제2호·제4호, 심의기준의 최상급 표현.',
      },
      { step: 'elements', text: '평가 목록에 없다. 수치의 출처가 없다.' },
      {
        step: 'exceptions',
        text: '접근 제한 매체가 아니다. 객관적 증빙이 없다.',
      },
      {
        step: 'conclusion',
        text: `${violations.length}건을 종합하여 ${draft.verdict}.`,
      },
    ],
    decisions: violations.flatMap((violation) => decisionsOn(violation)),
    checklist: [
      {
        item: 'citations',
        passed: true,
        note: `인용 ${citations.length}건 모두 원문과 같다.`,
      },
      {
        item: 'logic',
        passed: true,
        note: '주장, 규칙, 판정표가 서로 맞는다.',
      },
      { item: 'currency', passed: true, note: '게재일에 시행 중인 법이다.' },
      { item: 'exceptions', passed: true, note: '예외 세 가지를 대어 보았다.' },
      {
        item: 'balance',
        passed: false,
        note: '수치는 학회 자료를 내면 달라질 수 있다.',
      },
    ],
    suggestions: draft.suggestions ?? [],
    iterations: draft.iterations ?? 1,
    interrupt: { reasons: draft.reasons },
    engine: {
      extraction: 'rules',
      classification: 'rules',
      draft: 'rules',
      verification: 'rules',
    },
    timings_ms: { claims: 0.4, classify: 1.1, draft: 0.9, total: 8.9 },
    notices: draft.notices ?? [],
    packs: [],
    missing_grounds: [],
    assertions: [],
    suspicions: [],
  };
  /** @type {CaseView['ad']} */
  const ad = {
    id: draft.number,
    text: draft.text,
    access_restricted: false,
    evidence: [],
    published_on: '2026-11-18',
    ...(draft.medium ? { medium: draft.medium } : {}),
    ...(draft.advertiser ? { advertiser: draft.advertiser } : {}),
  };
  return {
    summary: {
      case_id,
      external_id: draft.number,
      excerpt: [...draft.text].slice(0, 160).join(''),
      advertiser: draft.advertiser ?? null,
      medium: draft.medium ?? null,
      status: 'awaiting_review',
      verdict: draft.verdict,
      final_verdict: null,
      confidence: draft.confidence,
      severity: worst,
      violations: bySeverity,
      reasons: draft.reasons,
      created_at: at,
      updated_at: at,
      handling: { ...OPEN },
      overdue: false,
    },
    ad,
    versions: [{ version: 1, ad, submitted_at: at }],
    result,
    final_result: null,
    provisions,
    decisions: [],
    signatures: [],
    reopenings: [],
    warnings: [],
    notice: null,
    changes: [],
    approved: null,
    grounds: [],
    run_id: `run-${case_id}`,
    question_id: `question-${case_id}`,
    graph: graph(true, false),
    finalized_at: null,
    human_reviewed: false,
    as_of: '2026-11-18',
    failure: null,
  };
}

/** @returns {CaseView[]} */
export function cannedCases() {
  const first = caseView({
    number: 'AD-0412',
    text: '큰 병도 포기하지 마세요. 국내 유일 세포배양 주사로 95% 이상 호전! 환자분들의 생생한 후기를 확인하세요.',
    advertiser: '가나면역의원',
    medium: 'internet',
    verdict: '불허',
    confidence: 0.74,
    reasons: ['critical', 'low_confidence'],
    minutes: 12,
    claims: [
      [
        '국내 유일',
        [
          {
            kind: 'V6',
            level: 'standard',
            severity: 'medium',
            article: '가상 광고 심의기준 3. 최상급',
            rationale: '유일하다는 근거를 내지 않았다.',
          },
        ],
      ],
      ['세포배양 주사', [{ kind: 'V1', severity: 'critical' }]],
      [
        '95% 이상 호전!',
        [
          {
            kind: 'V3',
            severity: 'high',
            rationale: '수치의 출처와 조사 방법이 없다.',
          },
        ],
      ],
      [
        '환자분들의 생생한 후기',
        [
          {
            kind: 'V2',
            severity: 'high',
            rationale: '체험담으로 효과를 믿게 한다.',
          },
        ],
      ],
    ],
    suggestions: [
      {
        claim_id: 'c3',
        before: '95% 이상 호전!',
        after: '치료 결과는 환자 상태에 따라 다르며, 부작용이 있을 수 있습니다.',
        why: '수치의 근거가 없다.',
      },
      {
        claim_id: 'c1',
        before: '국내 유일',
        after: '',
        why: '견줄 근거가 없다.',
      },
    ],
    notices: ['인용 가운데 1건은 요지만 대조했습니다.'],
  });
  first.ad.evidence = [{ title: '가상학회 소식지', kind: 'paper', supports: '95% 이상 호전' }];
  const precedent = citation('근거 없는 수치는 부풀린 것으로 본다', {
    kind: 'precedent',
    article: '가상대법원 2020도1 판결요지',
    effective_from: '2020-05-27',
    version: '가상대법원',
    digest: true,
  });
  first.result?.citations.push(precedent);
  first.result?.violations[2]?.citations.push(4);

  const held = caseView({
    number: 'AD-0409',
    text: '무릎\u200b관절 주사 시술 (기술평가 완료)',
    advertiser: '다라정형외과',
    medium: 'leaflet',
    verdict: '보류',
    confidence: 0.61,
    reasons: ['hold', 'max_iterations'],
    minutes: 25,
    iterations: 3,
    claims: [['기술평가 완료', []]],
    notices: ['보이지 않는 문자가 글자 사이에 있습니다.'],
  });

  if (held.result) {
    held.summary.reasons.push('no_law', 'evidence', 'suspicion');
    held.result.missing_grounds = [
      {
        reason: 'no_law',
        what: '2026-11-18에 시행 중이던 가상 광고법이 저장되어 있지 않습니다.',
        remedy: '그날의 법령을 가져온 뒤 다시 심의하세요.',
      },
    ];
    held.result.assertions = [
      {
        kind: 'V1',
        claim_id: 'c1',
        name: 'assessed',
        what: '‘기술평가 완료’라는 광고주의 말은 평가 목록에서 확인되지 않습니다.',
        violation_stands: false,
      },
    ];
    const suspected = held.ad.text.slice(0, 4);
    held.result.suspicions = [{ kind: 'V3', text: suspected, start: 0, end: 4, probability: 0.71 }];
  }

  const unconfirmed = caseView({
    number: 'AD-0405',
    text: '임플란트 1위 치과! 환자가 가장 많이 찾는 병원',
    advertiser: '마바치과',
    medium: 'banner',
    verdict: '조건부허용',
    confidence: 0.78,
    reasons: ['low_confidence'],
    minutes: 60,
    claims: [
      ['1위', [{ kind: 'V6', severity: 'medium' }]],
      ['가장 많이 찾는', [{ kind: 'V6', level: 'standard', severity: 'low' }]],
    ],
    suggestions: [
      {
        claim_id: 'c1',
        before: '임플란트 1위 치과!',
        after: '임플란트 치과',
        why: '순위의 근거가 없다.',
      },
    ],
  });
  unconfirmed.grounds = [
    {
      ground: 'source',
      article: '의료법 제56조제2항제8호',
      was: '요지',
      now: '법률 제2호',
    },
  ];
  const bad = unconfirmed.result?.citations[0];
  if (bad) {
    bad.status = 'MISATTRIBUTED';
    bad.note = '이 말은 제4조에 있습니다.';
  }

  const sampled = caseView({
    number: 'AD-0398',
    text: '라식 수술은 각막을 깎아 시력을 교정합니다. 안구건조, 빛번짐 같은 부작용이 있을 수 있어 검사 뒤 의료진과 상의하세요.',
    advertiser: '사아안과',
    medium: 'app',
    verdict: '허용',
    confidence: 0.91,
    reasons: ['sample'],
    minutes: 125,
    claims: [['각막을 깎아 시력을 교정합니다', []]],
  });

  if (sampled.result) sampled.result.opinion = OPINION;
  const waitingRevision = caseView({
    number: 'AD-0391',
    text: '저는 여기서 수술하고 허리 통증이 싹 사라졌어요 - 김 아무개 님 후기',
    advertiser: '자차병원',
    medium: 'internet',
    verdict: '불허',
    confidence: 0.88,
    reasons: ['sample'],
    minutes: 190,
    claims: [['허리 통증이 싹 사라졌어요', [{ kind: 'V2', severity: 'high' }]]],
  });
  waitingRevision.summary.status = 'awaiting_revision';
  waitingRevision.notice = {
    text: '수신: 자차병원\n제목: 광고 수정 요청\n\n아래 표현을 고쳐 다시 내 주시기 바랍니다.\n1. “허리 통증이 싹 사라졌어요” — 체험담으로 효과를 믿게 합니다.',
    created_at: ago(100),
  };

  const done = caseView({
    number: 'AD-0377',
    text: '평일 야간진료 21시까지. 주차 가능.',
    advertiser: '카타소아과',
    medium: 'internet',
    verdict: '허용',
    confidence: 0.97,
    reasons: [],
    minutes: 3000,
    claims: [],
  });
  done.summary.status = 'completed';
  done.summary.final_verdict = '허용';
  done.finalized_at = ago(3000);
  done.graph = graph(false, true);

  const versions = caseView({
    number: 'AD-0402',
    text: '개원 기념 도수치료 첫 방문 상담 안내. 효과는 개인에 따라 다를 수 있습니다.',
    advertiser: '파하의원',
    medium: 'sns',
    verdict: '조건부허용',
    confidence: 0.79,
    reasons: ['low_confidence'],
    minutes: 45,
    claims: [['개원 기념', [{ kind: 'V12', severity: 'low' }]]],
  });
  const before = {
    ...versions.ad,
    text: '개원 기념 도수치료 반값 할인! 첫 방문에 효과 보장.',
  };
  versions.versions = [
    { version: 1, ad: before, submitted_at: ago(400) },
    { version: 2, ad: versions.ad, submitted_at: ago(45) },
  ];
  versions.changes = [
    { change: 'kept', text: '개원 기념', kinds: ['V12'] },
    { change: 'removed', text: '반값 할인!', kinds: ['V12'] },
    { change: 'removed', text: '효과 보장', kinds: ['V3'] },
    { change: 'added', text: '효과는 개인에 따라 다를 수 있습니다', kinds: [] },
  ];
  const failed = caseView({
    number: 'AD-0370',
    text: '쉬지 않고 이어지는 아주 긴 글',
    advertiser: '타파의원',
    medium: 'internet',
    verdict: '보류',
    confidence: 0.5,
    reasons: [],
    minutes: 500,
    claims: [],
  });
  failed.summary.status = 'failed';
  failed.failure = 'claims: it took longer than 60s';
  failed.result = null;
  failed.question_id = null;
  return [first, held, unconfirmed, sampled, waitingRevision, done, versions, failed];
}

/** Many plain cases, for the queue's scrolling. @param {number} n @returns {CaseView[]} */
export function manyCases(n) {
  return Array.from({ length: n }, (_, index) =>
    caseView({
      number: `M-${String(index).padStart(5, '0')}`,
      text: `보기 광고 ${index}. 전국에서 가장 뛰어난 시설로 모십니다. 언제든 편하게 문의하세요.`,
      advertiser: `보기의원 ${index % 37}`,
      medium: 'internet',
      verdict: index % 3 === 0 ? '불허' : '조건부허용',
      confidence: 0.6 + (index % 20) / 100,
      reasons: ['low_confidence'],
      minutes: 200 + index,
      claims: [['가장 뛰어난', [{ kind: 'V6', severity: index % 3 === 0 ? 'high' : 'low' }]]],
    }),
  );
}
