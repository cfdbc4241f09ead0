import { expect, it } from 'vitest';
import { citation, response } from '../testing/ask';
import { moment } from '../text/format';
import { ko } from '../words/ko';
import { plainText } from './plainText';

const at = '2026-11-22T07:00:00Z';
const plain = (over: Parameters<typeof response>[0]) =>
  plainText({ question: '몇 알?', at, response: response(over) }, ko.ask);
const foot = `물은 때 ${moment(at)} · 심의 데스크`;

it('an answer is copied whole, its sources listed', () => {
  const notice = { table: '병용금기', drugs: ['가정', '나정'], says: '함께 쓰지 않음', n: 2 };
  const text = plain({
    emergency: '119에 연락',
    answer:
      '119에 연락 [응급 안내 · 데스크의 고정 문구]\n\n[병용금기] 가정 + 나정: 함께 쓰지 않음 [문서 2]\n\n하루 3정 [문서 1]\n\n전문가의 상담을 대신하지 않음',
    dur: [notice],
    citations: [
      citation({ digest: true }),
      citation({ n: 2, title: 'DUR', section: '가정 + 나정', quote: '성분 1: 가정\n성분 2: 나정' }),
    ],
  });
  expect(text).toBe(
    [
      '질문: 몇 알?',
      '응급 — 먼저 할 일 (데스크의 고정 문구): 119에 연락',
      'DUR 알림\n- [병용금기] 가정 + 나정: 함께 쓰지 않음 [문서 2]',
      '하루 3정 [문서 1]',
      '출처\n[문서 1] 가상정 · 용법·용량 (요지): 하루 3정을 넘지 않습니다.\n[문서 2] DUR · 가정 + 나정: 성분 1: 가정 / 성분 2: 나정',
      '전문가의 상담을 대신하지 않음',
      foot,
    ].join('\n\n'),
  );
});

it('the advice to ask a professional is never left out', () => {
  expect(plain({ status: 'out_of_scope', answer: '범위 밖' })).toBe(
    ['질문: 몇 알?', '범위 밖', ko.ask.closing, foot].join('\n\n'),
  );
});
