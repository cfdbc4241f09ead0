import { describe, expect, it } from 'vitest';
import type { PatientValue } from '../backend/types';
import { fieldsOf, hasName, isReadable, standingsFor, withFields, type FieldKey } from './value';

const VALUES: PatientValue[] = [
  { kind: 'plain', since: '10년' },
  { kind: 'age', years: 65 },
  { kind: 'age_group', group: '60대' },
  { kind: 'sex', sex: 'female' },
  { kind: 'pregnancy', state: 'yes', weeks: 20 },
  { kind: 'lactation', nursing: false },
  { kind: 'drug', dose: '5mg', per_day: 1 },
  { kind: 'measured', name: '혈압', systolic: 140, diastolic: 90, unit: 'mmHg' },
  { kind: 'measured', name: '당화혈색소', value: 8.2, unit: '%' },
  { kind: 'measured', name: '사구체여과율', value: 30, comparator: 'below', unit: 'mL/min' },
  { kind: 'measured', name: '혈압', systolic: 90, comparator: 'below', unit: 'mmHg' },
];

/** With one field typed otherwise. */
function typed(value: PatientValue, key: FieldKey, text: string): PatientValue | null {
  const fields = fieldsOf(value).map((field) => (field.key === key ? { ...field, text } : field));
  return withFields(value, fields);
}

it.each(VALUES)('$kind comes back as it was where nothing is typed', (value) => {
  const back = withFields(value, fieldsOf(value));
  expect(back).toMatchObject(value);
  expect(Object.values(back ?? {}).every((it) => it !== undefined)).toBe(true);
});

describe('what is typed', () => {
  it.each<[PatientValue, FieldKey, string, unknown]>([
    [{ kind: 'plain' }, 'since', ' 2년 ', { kind: 'plain', since: '2년' }],
    [{ kind: 'plain', since: '2년' }, 'since', '', { kind: 'plain', since: null }],
    [{ kind: 'plain', course: 'worse' }, 'course', 'better', { course: 'better' }],
    [{ kind: 'plain', course: 'worse' }, 'course', 'unstated', { course: null }],
    [{ kind: 'lactation', nursing: false }, 'nursing', 'yes', { kind: 'lactation', nursing: true }],
    [{ kind: 'age', years: 6 }, 'months', '75', { kind: 'age', years: 6, months: 75 }],
    [{ kind: 'age', years: 6 }, 'years', '6.5', null],
    [{ kind: 'age', years: 6 }, 'years', '', null],
    [{ kind: 'age', years: 6 }, 'years', '여섯', null],
    [{ kind: 'age', years: 6 }, 'years', '-1', null],
    [{ kind: 'age_group', group: '60대' }, 'group', ' ', null],
    [VALUES[8] as PatientValue, 'comparator', 'at_least', { value: 8.2, comparator: 'at_least' }],
    [VALUES[9] as PatientValue, 'comparator', 'exact', { value: 30, comparator: null }],
  ])('%j %s %j', (value, key, text, expected) => {
    const read = typed(value, key, text);
    if (expected === null) expect(read).toBeNull();
    else expect(read).toMatchObject(expected as object);
  });

  it('is marked where it cannot be read', () => {
    const [field] = fieldsOf({ kind: 'age', years: 6 });
    expect(field && isReadable({ ...field, text: '7' })).toBe(true);
    expect(field && isReadable({ ...field, text: 'x' })).toBe(false);
  });
});

it('a blood pressure has two values, anything else one and the end of its range', () => {
  expect(fieldsOf(VALUES[7] as PatientValue).map(({ key }) => key)).toEqual([
    'systolic',
    'diastolic',
  ]);
  expect(fieldsOf(VALUES[8] as PatientValue).map(({ key }) => key)).toEqual([
    'comparator',
    'value',
    'upper',
  ]);
});

it('who it is about does not change: family stays family, others do not become it', () => {
  expect(standingsFor('conditions', 'family')).toEqual(['family']);
  expect(standingsFor('conditions', 'active')).not.toContain('family');
  expect(standingsFor('vitals', 'active')).toEqual(['active']);
  expect([hasName('medications'), hasName('labs')]).toEqual([true, false]);
});
