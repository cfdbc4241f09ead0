// @ts-check
// A checked prescription in memory: the mock knows two drugs and one pair of them.

/** @typedef {import('../../../ui/src/lib/backend/types/CheckListRequest').CheckListRequest} CheckListRequest */
/** @typedef {import('../../../ui/src/lib/backend/types/CheckListResponse').CheckListResponse} CheckListResponse */
/** @typedef {import('../../../ui/src/lib/backend/types/CalculateRequest').CalculateRequest} CalculateRequest */
/** @typedef {import('../../../ui/src/lib/backend/types/Calculation').Calculation} Calculation */

const KNOWN = ['가상정', '모의정'];

/** @type {Calculation} */
const CLEARANCE = {
  id: 'cockcroft_gault',
  title: '크레아티닌 청소율(Cockcroft–Gault)',
  formula: '(140 − 72) × 60 ÷ (72 × 1.4) × 0.85(여성) = 34.4',
  inputs: [{ name: '나이', value: '72', unit: '세', origin: '환자 정보' }],
  result: '크레아티닌 청소율 약 34.4 mL/min',
  low: 34.4,
  high: 34.4,
  unit: 'mL/min',
  rounding: '소수 첫째 자리에서 반올림해 나타냅니다.',
  source: 'Cockcroft DW, Gault MH. Nephron 1976;16:31–41',
  dose: null,
  notes: ['실제 체중으로 계산했습니다.'],
};

/** @param {(message: string, reason: string) => Error} refuse */
export function mockPrescription(refuse) {
  return {
    /** @param {CalculateRequest} request @returns {Calculation} */
    calculate({ age }) {
      if (age !== null && age < 18)
        throw refuse('nothing was calculated', '18세 이상에게만 씁니다.');
      return CLEARANCE;
    },
    /** @param {CheckListRequest} request @returns {CheckListResponse} */
    check_list({ text, about }) {
      const lines = text.split('\n').map((line, index) => ({ line: index + 1, text: line }));
      const written = lines.filter((it) => it.text.trim() !== '');
      const known = written.filter((it) => KNOWN.some((name) => it.text.includes(name)));
      const unknown = written.filter((it) => !known.includes(it));
      const both = known.length > 1;
      const grounds = { source: '모의 문서 › 상호작용', doc_id: null };
      return {
        person: about ?? '',
        drugs: known.map(({ line, text: whole }) => ({
          line,
          text: whole,
          written: whole.split(' ')[0] ?? '',
          ingredients: ['가상성분'],
          strengths: [],
          dose: '1일 3회',
          documents: ['모의 문서'],
        })),
        warnings: about
          ? [
              {
                severity: 'caution',
                kind: 'elderly',
                drugs: ['가상정'],
                text: '노인주의: 65세 이상에게 주의할 약입니다.',
                quote: '노인주의 행',
                ...grounds,
              },
            ]
          : [],
        interactions: both
          ? [
              {
                severity: 'contraindicated',
                pair: ['가상성분', '모의성분'],
                lines: [1, 2],
                text: '병용금기: 함께 쓰지 않습니다.',
                quote: '병용금기 행',
                ...grounds,
              },
            ]
          : [],
        duplications: [],
        doses: [],
        calculations: about ? [CLEARANCE] : [],
        unknown: unknown.map(({ line, text: whole }) => ({
          line,
          text: whole,
          reason: '등록된 의약품 이름에서 찾지 못했습니다.',
          perhaps: null,
        })),
        not_checked: about ? [] : ['나이를 몰라 연령 금기를 살피지 못했습니다.'],
      };
    },
  };
}
