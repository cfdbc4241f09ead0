import { describe, expect, it } from 'vitest';
import type { AnswerCitation } from '../backend/types';
import { readReply } from '../patients/reply';
import { citation, response } from '../testing/ask';
import { consulted } from '../testing/patients';
import { takeHomeOfAnswer, takeHomeOfReply } from './takeHome';

const AT = '2026-11-22T07:00:00Z';
const DIGEST = '요지 문서가 포함되어 있으므로 제품의 허가사항을 함께 확인하십시오.';
const CLOSING = '전문가의 진료나 상담을 대신하지 않습니다. 의사·약사와 상담하세요.';

describe('what a patient takes home', () => {
  it('has the words of an answer, without remarks for whoever counsels', () => {
    const citations = [citation({ n: 1 }), citation({ n: 2 })];
    const answer = `하루 3정입니다. [문서 1]\n\n${DIGEST}\n\n${CLOSING}`;
    const counsel = { question: '물음', at: AT, response: response({ answer, citations }) };
    const home = takeHomeOfAnswer(counsel);
    expect(home.paragraphs.map(({ text }) => text)).toEqual(['하루 3정입니다.']);
    expect([home.sources.length, home.closing]).toEqual([1, CLOSING]);
  });

  it('has of a reply the warnings first, notices without tables, and nothing of the record', () => {
    const cited: AnswerCitation[] = [citation({ n: 1, title: '가상정' })];
    const reply = readReply(
      consulted({
        citations: cited,
        used: ['고령'],
        notices: ['모델이 답하지 못했습니다.'],
        warnings: [
          {
            rule: 'r',
            severity: 'urgent',
            text: '오늘 진료를 받으십시오.',
            source: '규칙',
            drug: null,
          },
        ],
        paragraphs: [
          { kind: 'warning', text: '119에 연락하십시오.', n: null },
          { kind: 'notice', text: '[병용금기] 가 + 나: 함께 쓰지 않습니다. [문서 1]', n: 1 },
          { kind: 'lead', text: '[해당: 위궤양]', n: null },
          { kind: 'quote', text: '하루 3정입니다. [문서 1]', n: 1 },
          { kind: 'closing', text: DIGEST, n: null },
          { kind: 'closing', text: CLOSING, n: null },
        ],
      }),
    );
    expect(takeHomeOfReply(reply, '물음', AT)).toEqual({
      question: '물음',
      at: AT,
      emergency: null,
      warnings: [
        { severity: 'emergency', text: '119에 연락하십시오.', source: '' },
        { severity: 'urgent', text: '오늘 진료를 받으십시오.', source: '규칙' },
      ],
      notices: ['가 + 나: 함께 쓰지 않습니다.'],
      paragraphs: [
        { head: true, text: '위궤양' },
        { head: false, text: '하루 3정입니다.' },
      ],
      sources: ['가상정'],
      closing: CLOSING,
    });
  });
});
