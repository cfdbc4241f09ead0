import { expect, it } from 'vitest';
import type { Calculation } from '../backend/types';
import { citationOf, withoutCalculations } from './calculations';

const calculation: Calculation = {
  id: 'weight_dose',
  title: '가정 체중 용량',
  formula: '14 kg × 10 mg/kg = 140 mg',
  inputs: [],
  result: '1회 140 mg',
  low: 140,
  high: 140,
  unit: 'mg',
  rounding: '',
  source: '문서',
  dose: { chunk_id: 'c1', doc_id: 'd1', title: '문서', section: '', quote: '', digest: false },
  notes: [],
};

it('leaves out the paragraph of a calculation, and no other', () => {
  const paragraphs = [
    [{ text: '[계산] 가정 체중 용량: 1회 140 mg. 식: …' }],
    [{ text: '[계산] 체중을 적으십시오.' }],
    [{ text: '그 밖의 문단' }],
  ];
  expect(withoutCalculations(paragraphs, [calculation])).toEqual(paragraphs.slice(1));
  expect(withoutCalculations(paragraphs, [])).toEqual(paragraphs);
});

it('finds the citation of its sentence', () => {
  const citation = {
    n: 1,
    chunk_id: 'c1',
    doc_id: 'd1',
    title: '',
    section: '',
    quote: '',
    digest: false,
  };
  expect(citationOf(calculation, [citation])).toBe(citation);
  expect(citationOf({ ...calculation, dose: null }, [citation])).toBeNull();
});
