import { expect, it } from 'vitest';
import type { CheckListResponse } from '../backend/types';
import { byGrade, findingsOf } from './findings';

const grounds = (text: string, quote = '') => ({ text, source: '문서', quote, doc_id: null });

const checked: CheckListResponse = {
  person: '',
  drugs: [],
  warnings: [
    { severity: 'caution', kind: 'elderly', drugs: ['졸피뎀'], ...grounds('노인 주의', '행') },
  ],
  interactions: [
    {
      severity: 'serious',
      pair: ['와파린', '이부프로펜'],
      lines: [1, 2],
      ...grounds('출혈', '출혈'),
    },
    { severity: 'contraindicated', pair: ['가', '나'], lines: [1, 3], ...grounds('병용금기') },
  ],
  duplications: [],
  doses: [
    {
      severity: null,
      kind: 'total',
      ingredient: '와파린',
      lines: [1],
      ...grounds('하루 2 mg'),
      calculation: {
        id: 'daily_total',
        title: '',
        formula: '2 × 1 = 2',
        inputs: [],
        result: '',
        low: 2,
        high: 2,
        unit: 'mg',
        rounding: '',
        source: '',
        dose: null,
        notes: [],
      },
      limits: [],
    },
  ],
  calculations: [],
  unknown: [],
  not_checked: [],
};

it('lists the gravest findings first, in groups without empty ones', () => {
  const groups = byGrade(findingsOf(checked));
  expect(groups.map(([grade, those]) => [grade, those.map((it) => it.drugs)])).toEqual([
    ['contraindicated', ['가 + 나']],
    ['serious', ['와파린 + 이부프로펜']],
    ['caution', ['졸피뎀']],
    ['fine', ['와파린']],
  ]);
});

it('repeats no quote that is the text itself, and shows the formula of a total', () => {
  const [, pair, warning, total] = findingsOf(checked);
  expect([pair?.quote, warning?.quote, total?.formula]).toEqual([null, '행', '2 × 1 = 2']);
});
