import { expect, it } from 'vitest';
import { requestOf, type Entered } from './calculators';

const entered: Entered = {
  numbers: { age: 72, weight: 60, height: 160, creatinine: 1.4 },
  sex: 'female',
  drug: '가상정',
  unit: 'tablet',
};

it('sends only what the calculator asks for', () => {
  const { id, age, sex, weight, height, creatinine, drug } = requestOf('cockcroft_gault', entered);
  expect({ id, age, sex, weight, height, creatinine, drug }).toEqual({
    id: 'cockcroft_gault',
    age: 72,
    sex: 'female',
    weight: 60,
    height: null,
    creatinine: 1.4,
    drug: null,
  });
  const body = requestOf('bmi', entered);
  expect([body.weight, body.height, body.sex]).toEqual([60, 160, null]);
});
