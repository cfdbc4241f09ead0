import type { CalculateRequest, CalculationKind, PackUnit, PersonSex } from '../backend/types';

/** The calculators of the page, in their order. */
export const CALCULATORS = [
  'cockcroft_gault',
  'ckd_epi',
  'weight_dose',
  'bmi',
  'bsa',
  'pack_duration',
] as const satisfies readonly CalculationKind[];
export type Calculator = (typeof CALCULATORS)[number];

/** The fields that hold numbers. */
export type NumberField =
  'age' | 'weight' | 'height' | 'creatinine' | 'contents' | 'per_time' | 'times';

/** What each calculator asks for, in the order of its form. */
export const FIELDS: Record<Calculator, readonly (NumberField | 'sex' | 'drug' | 'unit')[]> = {
  cockcroft_gault: ['age', 'sex', 'weight', 'creatinine'],
  ckd_epi: ['age', 'sex', 'creatinine'],
  weight_dose: ['drug', 'weight', 'age'],
  bmi: ['weight', 'height'],
  bsa: ['weight', 'height'],
  pack_duration: ['contents', 'per_time', 'times', 'unit'],
};

/** What was entered, as the fields have it. */
export interface Entered {
  numbers: Partial<Record<NumberField, number | null>>;
  sex: PersonSex;
  drug: string;
  unit: PackUnit;
}

/** The request of a calculator; it has only the fields that its form asks for. */
export function requestOf(id: Calculator, entered: Entered): CalculateRequest {
  const asks = (field: (typeof FIELDS)[Calculator][number]) => FIELDS[id].includes(field);
  const number = (field: NumberField) => (asks(field) ? (entered.numbers[field] ?? null) : null);
  return {
    id,
    age: number('age'),
    months: null,
    sex: asks('sex') ? entered.sex : null,
    weight: number('weight'),
    height: number('height'),
    creatinine: number('creatinine'),
    drug: asks('drug') ? entered.drug : null,
    contents: number('contents'),
    per_time: number('per_time'),
    times: number('times'),
    unit: asks('unit') ? entered.unit : null,
  };
}
