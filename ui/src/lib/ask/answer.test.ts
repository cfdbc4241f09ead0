import { describe, expect, it } from 'vitest';
import type { AnswerCitation, SafetyWarning } from '../backend/types';
import { asParagraph, patientParagraphs, pieces, readAnswer, standingOf } from './answer';
import { citation, response } from '../testing/ask';

const one = citation({ n: 1 });
const two = citation({ n: 2 });

/** Words as they are, sources by their number. */
const drawn = (text: string, citations: AnswerCitation[] = [one, two]) =>
  pieces(text, citations).map((piece) =>
    'source' in piece ? piece.source.n : 'text' in piece ? piece.text : piece.head,
  );

describe('a paragraph', () => {
  it.each<[string, string, (string | number)[]]>([
    ['has its source at its end', '하루 3정입니다. [문서 1]', ['하루 3정입니다. ', 1]],
    ['may have it in the middle', '앞 [문서 2] 뒤', ['앞 ', 2, ' 뒤']],
    ['may have two', '앞 [문서 1][문서 2]', ['앞 ', 1, 2]],
    ['may have two in one bracket', '앞 [문서 1, 문서 2]', ['앞 ', 1, 2]],
    ['may write them close', '앞 [문서1,2]', ['앞 ', 1, 2]],
    ['may have none', '뒤', ['뒤']],
    ['keeps a number that no document has', '앞 [문서 7]', ['앞 [문서 7]']],
    ['keeps brackets that are no source', '[병용금기] [문서 x]', ['[병용금기] [문서 x]']],
    ['keeps markup as words', '<b>앞</b> [문서 1]', ['<b>앞</b> ', 1]],
    ['may be a source alone', '[문서 1]', [1]],
  ])('%s', (_name, text, expected) => expect(drawn(text)).toEqual(expected));

  it('loses no words', () => {
    const text = '가 [문서 1] 나 [문서 3] 다 [문서 2]';
    const back = drawn(text).map((part) => (typeof part === 'number' ? `[문서 ${part}]` : part));
    expect(back.join('')).toBe(text);
  });
});

describe('an answer', () => {
  const closing = '이 답변은 전문가의 진료나 상담을 대신하지 않습니다.';
  const read = (parts: string[], over: Parameters<typeof response>[0] = {}) =>
    readAnswer(response({ answer: parts.join('\n\n'), citations: [one, two], ...over }));

  it('is cut into paragraphs, the closing sentence by itself', () => {
    const { paragraphs, closing: found } = read(['앞', '뒤 [문서 1]', closing]);
    expect(paragraphs).toEqual([[{ text: '앞' }], [{ text: '뒤 ' }, { source: one }]]);
    expect(found).toBe(closing);
  });

  it('may leave the closing sentence out', () => {
    expect(read(['앞', '의사와 상담합니다. [문서 1]']).closing).toBeNull();
  });

  it('does not say twice what stands above it', () => {
    const notice = { table: '병용금기', drugs: ['가정', '나정'], says: '함께 쓰지 않음', n: 2 };
    const emergency = '곧바로 119에 연락하십시오.';
    const urgent = `${emergency} [응급 안내 · 데스크의 고정 문구]`;
    const { paragraphs } = read([urgent, asParagraph(notice), '앞 [문서 1]', closing], {
      emergency,
      dur: [notice],
    });
    expect(paragraphs).toEqual([[{ text: '앞 ' }, { source: one }]]);
  });

  it.each<[string, string, number, (string | null)?]>([
    ['is left out without its mark, as older answers have it', '119에 연락', 0],
    ['stays where it says more', '119에 연락하고 기다립니다. [응급 안내 · 데스크의 고정 문구]', 1],
    ['stays where nothing is said above', '119', 1, null],
  ])('what is said of an emergency %s', (_name, text, left, emergency = '119에 연락') =>
    expect(read([text], { emergency }).paragraphs).toHaveLength(left),
  );

  it('keeps a notice that reads otherwise than the list', () => {
    const notice = { table: '병용금기', drugs: ['가정'], says: '쓰지 않음', n: 2 };
    expect(
      read(['[병용금기] 다정: 쓰지 않음 [문서 2]'], { dur: [notice] }).paragraphs,
    ).toHaveLength(1);
  });

  it('has heads of what concerns the person', () =>
    expect(read(['[해당: 위궤양]', '쓰지 않습니다. [문서 1]']).paragraphs[0]).toEqual([
      { head: '위궤양' },
    ]));

  it('may be empty', () =>
    expect(read(['', ' '])).toEqual({ warnings: [], paragraphs: [], closing: null }));
});

describe('how an answer stands', () => {
  it.each([
    [response({ status: 'answered' }), 'answered'],
    [response({ status: 'insufficient' }), 'insufficient'],
    [response({ status: 'out_of_scope' }), 'out_of_scope'],
    [response({ status: 'answered', emergency: '119' }), 'emergency'],
    [response({ status: 'out_of_scope', emergency: '119' }), 'emergency'],
  ])('%#', (it, expected) => expect(standingOf(it)).toBe(expected));
});

it('warnings stand apart from the paragraphs, the emergency notice once', () => {
  const warning = (over: Partial<SafetyWarning>): SafetyWarning => ({
    rule: 'inr_high',
    severity: 'urgent',
    text: 'INR이 높습니다.',
    experiencer: 'patient',
    source: '지침',
    quote: '',
    start: 0,
    end: 3,
    ...over,
  });
  const read = readAnswer(
    response({
      emergency: '119에 연락하십시오.',
      warnings: [warning({ severity: 'emergency', text: '119에 연락하십시오.' }), warning({})],
      answer:
        '119에 연락하십시오. [응급 안내]\n\n[오늘 진료] INR이 높습니다. (근거: 지침)\n\n하루 3정',
    }),
  );
  expect(read.warnings).toEqual([{ severity: 'urgent', text: 'INR이 높습니다.', source: '지침' }]);
  expect(read.paragraphs).toEqual([[{ text: '하루 3정' }]]);
});

describe('what a patient reads', () => {
  it.each([
    ['하루 세 번 드십시오. [문서 1]', [{ head: false, text: '하루 세 번 드십시오.' }]],
    ['[해당: 위궤양]', [{ head: true, text: '위궤양' }]],
    [
      '전문가와 상의하십시오. [데스크의 고정 문구]',
      [{ head: false, text: '전문가와 상의하십시오.' }],
    ],
    ['[문서 1]', []],
  ])('has no references: %s', (text, expected) => {
    const paragraphs = [pieces(text, [{ n: 1 } as AnswerCitation])];
    expect(patientParagraphs({ paragraphs })).toEqual(expected);
  });
});
