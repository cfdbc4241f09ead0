import { expect, it } from 'vitest';
import { fact } from '../testing/coverage';
import {
  appliesTo,
  ATTRIBUTES,
  attributesOf,
  filtered,
  grouped,
  isYesOrNo,
  questionAbout,
  sizeOf,
} from './facts';

const row = { coverage: null, coverage_name: null, name: '골절수술비' };
const FACTS = [
  fact(),
  fact({ attribute: 'waiting_period', value: '90일' }),
  fact({ attribute: 'existence', value: 'Y' }),
  fact({ coverage: 'A2', coverage_name: '유사암진단비', name: '유사암 진단특약' }),
  fact(row),
  fact({ ...row, attribute: 'existence', value: 'Y' }),
];

const all = (name = '', attribute: (typeof ATTRIBUTES)[number] | null = null) =>
  filtered(grouped(FACTS), { name, attribute });

it('puts the facts of a coverage together, and those of a row without one under its name', () => {
  const groups = grouped(FACTS);
  expect(groups.map(({ code, name, facts }) => [code, name, facts.length])).toEqual([
    ['A1', '암진단비', 3],
    ['A2', '유사암진단비', 1],
    [null, '골절수술비', 2],
  ]);
  expect(groups[0]?.facts.map(({ attribute }) => attribute)).toEqual([
    'existence',
    'amount',
    'waiting_period',
  ]);
  expect(grouped([])).toEqual([]);
});

it('finds a coverage by its name, its code and the name that the company prints', () => {
  const names = (name: string) => all(name).map((group) => group.name);
  expect(names('')).toHaveLength(3);
  expect(names('암 진단비')).toEqual(['암진단비', '유사암진단비']);
  expect(names('a2')).toEqual(['유사암진단비']);
  expect(names('유사암진단특약')).toEqual(['유사암진단비']);
  expect(names('치아')).toEqual([]);
});

it('leaves out coverages of which nothing of the wanted kind was read', () => {
  expect(all('', 'waiting_period').map(({ name, facts }) => [name, facts.length])).toEqual([
    ['암진단비', 1],
  ]);
  expect(sizeOf(all('', 'existence'))).toEqual({ coverages: 2, facts: 2 });
  expect(sizeOf(all())).toEqual({ coverages: 3, facts: 6 });
});

it('counts the attributes that occur, in the order in which people ask', () => {
  expect(attributesOf(grouped(FACTS))).toEqual([
    { attribute: 'existence', count: 2 },
    { attribute: 'amount', count: 3 },
    { attribute: 'waiting_period', count: 1 },
  ]);
});

it('says what a fact applies to, without the name of its coverage again', () => {
  const kinds = { borderline: '경계성종양' };
  expect(appliesTo(fact({ name: '암진단비' }), kinds)).toEqual([]);
  const ofKind = fact({ applies_to: 'borderline', of_name: '암진단특약', plan: '기본형' });
  expect(appliesTo(ofKind, kinds)).toEqual(['경계성종양', '암진단특약', '기본형']);
  expect(appliesTo(fact({ applies_to: '3종' }), kinds)).toEqual(['3종']);
});

it('knows the values that are a yes or no, and asks by names', () => {
  expect(ATTRIBUTES.filter(isYesOrNo)).toEqual(['existence', 'inclusion']);
  const [first] = all();
  expect(first && questionAbout('가온손해보험', first)).toBe('가온손해보험 암진단비');
});
