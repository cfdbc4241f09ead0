// @ts-check
// What the mock desk answers a patient. Words in what is said choose what comes; `patients.mjs` lists them.
import { CITATIONS, CLOSING } from './ask.mjs';

/** @typedef {import('./patients_people.mjs').Known} Known */
/** @typedef {import('../../../ui/src/lib/backend/types/ConsultResponse.ts').ConsultResponse} ConsultResponse */
/** @typedef {import('../../../ui/src/lib/backend/types/ConsultWarning.ts').ConsultWarning} ConsultWarning */

/** @param {Known} one @param {string} text @param {{ greeting: boolean, cached: boolean, plain: boolean, chat: boolean }} how @returns {ConsultResponse} */
export function answered(one, text, { greeting, cached, plain, chat }) {
  const allergic =
    one.items.some(({ standing }) => standing === 'allergy') && text.includes('페니실린');
  const emergency = text.includes('한꺼번에') ? '바로 119에 연락하십시오.' : null;
  const markup = /<.*>/su.exec(text)?.[0] ?? null;
  /** @type {ConsultWarning[]} */
  const warnings = allergic
    ? [
        {
          rule: 'allergy',
          severity: 'urgent',
          text: '기록된 알레르기(페니실린)와 관련된 약입니다. 드시지 마십시오.',
          source: '이 환자의 기록',
          drug: '페니실린',
        },
      ]
    : [];
  /** @type {ConsultResponse['paragraphs']} */
  const paragraphs = greeting
    ? [{ kind: 'reply', text: `안녕하세요, ${one.name} 님.`, n: null }]
    : [
        ...(emergency ? [{ kind: 'warning', text: emergency, n: null }] : []),
        ...warnings.map((warning) => ({ kind: 'warning', text: warning.text, n: null })),
        { kind: 'lead', text: `${one.name} 님의 기록을 살펴 찾은 내용입니다.`, n: null },
        {
          kind: 'notice',
          text: '[병용금기] 가상정(기록된 복용약) + 모의정: 함께 쓰지 않습니다. [문서 2]',
          n: 2,
        },
        { kind: 'quote', text: '가상정은 하루 3정을 넘지 않습니다. [문서 1]', n: 1 },
        ...(markup ? [{ kind: 'quote', text: markup, n: null }] : []),
        { kind: 'closing', text: CLOSING, n: null },
      ];
  const loop = { retrieve: 3.2, generate_answer: 1.1, refine: 0.6, quality_check: 0.1 };
  return {
    answer: paragraphs.map((paragraph) => paragraph.text).join('\n\n'),
    paragraphs,
    warnings,
    slots: {},
    profile_summary: '',
    remembered: [],
    used: greeting || plain ? [] : one.items.slice(0, 3).map(({ shown }) => shown),
    complexity: greeting ? 'greeting' : 'moderate',
    k: greeting ? 0 : 8,
    cache: { hit: cached, similarity: cached ? 0.973 : null, saved_ms: cached ? 21 : null },
    quality: {
      grounding: greeting ? null : 1,
      completeness: greeting ? null : 0.5,
      accuracy: greeting ? null : chat ? 0.9 : 1,
      overall: greeting ? null : chat ? 0.82 : 0.85,
      by: greeting ? null : 'judge',
      length: null,
      evidence: null,
      personalisation: null,
      ...(chat && !greeting
        ? { model: { grounding: 1, completeness: 0.7, accuracy: 0.9, overall: 0.88 } }
        : {}),
    },
    iterations: greeting || cached ? 0 : 1,
    stopped_by: greeting
      ? 'no_retrieval'
      : cached
        ? 'cache_hit'
        : plain
          ? 'plain_mode'
          : 'quality_met',
    citations: greeting ? [] : CITATIONS.slice(0, 2),
    rewritten: greeting || cached ? [] : [['가상정', '고혈압']],
    tokens: { window: 8192, plan: {}, taken: {}, cut: 0 },
    mode: plain ? 'plain' : 'agent',
    flags: {},
    engine: chat && !greeting ? 'chat:small' : 'rules',
    roles: {},
    notices:
      chat && text.includes('모델')
        ? ['채팅 모델이 환자 답변 채점에 쓸 수 있는 답을 하지 않았습니다.']
        : [],
    timings_ms: {
      check_similarity: 0.2,
      ...(cached
        ? {}
        : { classify_intent: 0.1, extract_slots: 0.4, store_memory: 1.3, assemble_context: 0.3 }),
      ...(greeting || cached ? {} : loop),
      store_response: 0.2,
      total: 8.1,
    },
  };
}
