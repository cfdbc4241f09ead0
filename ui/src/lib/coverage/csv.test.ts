import { expect, it } from 'vitest';
import { answer, evidence, paid, value } from '../testing/coverage';
import { ko } from '../words/ko';
import type { CoverageSlotValue } from '../backend/types';
import { csv } from './csv';

const { csvHead: head, csvKind: kind, confidence, conditional } = ko.coverage;
const words = { head, kind, confidence, conditional };

/** The lines of a table with one slot of one company. */
function lines(one: CoverageSlotValue, query = '암진단비 비교'): string[] {
  const slot = {
    slot_key: 'payout_amount',
    label: '지급금액',
    comparable: true,
    differs: false,
    insurers: [one],
  };
  const asked = answer({ query, insurers: ['A'], insurer_names: ['가온손해보험'], slots: [slot] });
  return csv(asked, words).split('\r\n').slice(1, -1);
}

const ABOUT = '"암진단비 비교","암진단비","A1","지급금액","가온손해보험"';

it('has Korean heads, the question, and a line a value', () => {
  const all = csv(answer(), words).split('\r\n');
  expect(all).toEqual([
    '\uFEFF"질문","담보","담보 코드","항목","보험사","구분","이름","값","확신","비고","문서 종류","문서","쪽","문구"',
    `${ABOUT},"값","","1,000만원","확실","","가입설계서","제안서.txt","2","암진단비 1,000만원"`,
    '"암진단비 비교","암진단비","A1","지급금액","누리생명","값","","","근거 없음","","","","",""',
    '',
  ]);
});

it('has every place of a value, with its note', () => {
  const places = [evidence(), evidence({ document: '약관.pdf', doc_type: '약관', page: 31 })];
  expect(lines(value({ evidence: places, note: '90일이 지나면', confidence: 'low' }))).toEqual([
    `${ABOUT},"값","","1,000만원","낮음","90일이 지나면","가입설계서","제안서.txt","2","암진단비 1,000만원"`,
    `${ABOUT},"값","","1,000만원","낮음","90일이 지나면","약관","약관.pdf","31","암진단비 1,000만원"`,
  ]);
});

it('has parts and what other documents say on lines of their own', () => {
  const place = (start: number) => evidence({ quote: `${start}`, start, end: start + 1 });
  const parts = [
    { name: '암진단비Ⅰ', value: '1,000만원', evidence: [place(1)] },
    { name: '암진단비Ⅱ', value: '500만원', evidence: [place(2)] },
  ];
  const conflicts = [{ name: '암진단비Ⅱ', value: '700만원', evidence: [place(3)] }];
  const all = [place(1), place(2), place(3)];
  const told = lines(value({ value: '둘로 나눔', evidence: all, parts, conflicts }));
  expect(told).toEqual([
    `${ABOUT},"값","","둘로 나눔","확실","","","","",""`,
    `${ABOUT},"나누어 파는 담보","암진단비Ⅰ","1,000만원","","","가입설계서","제안서.txt","2","1"`,
    `${ABOUT},"나누어 파는 담보","암진단비Ⅱ","500만원","","","가입설계서","제안서.txt","2","2"`,
    `${ABOUT},"다른 문서의 값","암진단비Ⅱ","700만원","","","가입설계서","제안서.txt","2","3"`,
  ]);
});

it('has what other coverages pay, and for whom offers were made', () => {
  const inclusion = value({ value: '조건부' });
  const note = '40세의 것입니다.';
  const told = answer({ slots: [], paid_elsewhere: [paid({ inclusion })], reader_notes: [note] });
  const about = '"암진단비 비교","암진단비","A1"';
  const paying = `${about},"경계성종양","가온손해보험","다른 담보의 지급","유사암 진단특약","600만원","확실","조건부"`;
  expect(csv(told, words).split('\r\n').slice(1, -1)).toEqual([
    `${paying},"가입설계서","제안서.txt","2","암진단비 1,000만원"`,
    `${paying},"가입설계서","제안서.txt","3","암진단비 1,000만원"`,
    `${about},"","","설계 대상","","","","${note}","","","",""`,
  ]);
});

it('doubles quotes, keeps line breaks inside, and writes no formula', () => {
  const quote = '"암"이란\n악성';
  expect(lines(value({ evidence: [evidence({ quote })] }))[0]).toContain('"""암""이란\n악성"');
  for (const sign of ['=1+1', '+1', '-1', '@A1', '\t=1', '＝1', '＠A1']) {
    expect(lines(value({ value: sign, evidence: [] }))[0]).toContain(`,"'${sign}",`);
    expect(lines(value(), sign)[0]).toContain(`"'${sign}",`);
  }
});
