import type {
  ClinicalCourse,
  PatientValue,
  ValueComparator,
  ProfileSlot,
  Standing,
} from '../backend/types';

/** One field of a value, as a form shows it. */
export interface Field {
  key: FieldKey;
  kind: 'text' | 'number' | 'choice';
  /** The text in the field, which may be empty. */
  text: string;
  /** The values that a choice offers. */
  options: readonly string[];
}

export type FieldKey =
  | 'since'
  | 'course'
  | 'years'
  | 'months'
  | 'group'
  | 'sex'
  | 'state'
  | 'weeks'
  | 'nursing'
  | 'dose'
  | 'per_day'
  | 'comparator'
  | 'value'
  | 'upper'
  | 'systolic'
  | 'diastolic';

/** Fields by kind; a name in parentheses may stay empty. */
const FIELDS: Readonly<Record<PatientValue['kind'], readonly FieldKey[]>> = {
  plain: ['since'],
  age: ['years', 'months'],
  age_group: ['group'],
  sex: ['sex'],
  pregnancy: ['state', 'weeks'],
  lactation: ['nursing'],
  drug: ['dose', 'per_day', 'since'],
  reaction: [],
  measured: ['comparator', 'value', 'upper'],
};
const BLOOD_PRESSURE: readonly FieldKey[] = ['systolic', 'diastolic'];
const WITH_COURSE: readonly FieldKey[] = ['since', 'course'];
/** The choice of a value that is no bound. */
export const EXACT = 'exact';
/** The choice of a complaint of which nobody said how it goes on. */
export const UNSTATED = 'unstated';
const COMPARATORS: readonly ValueComparator[] = ['below', 'at_most', 'at_least', 'above'];
const COURSES: readonly ClinicalCourse[] = ['worse', 'better', 'unchanged'];

const OPTIONS: Partial<Record<FieldKey, readonly string[]>> = {
  sex: ['female', 'male'],
  state: ['yes', 'no', 'over', 'possible', 'planned'],
  nursing: ['yes', 'no'],
  comparator: [EXACT, ...COMPARATORS],
  course: [UNSTATED, ...COURSES],
};
const WORDS: readonly FieldKey[] = ['since', 'group', 'dose'];
const OPTIONAL: readonly FieldKey[] = [
  'since',
  'months',
  'weeks',
  'dose',
  'per_day',
  'upper',
  'diastolic',
];
const WHOLE: readonly FieldKey[] = ['years', 'months', 'weeks', 'per_day'];

/** Standings that a person may give an item of a slot. */
export const STANDINGS: readonly Standing[] = [
  'active',
  'past',
  'stopped',
  'planned',
  'negated',
  'hypothetical',
  'family',
  'allergy',
  'no_allergy',
];

/** Age, sex and measured values have one standing. A family history stays one, and no other item becomes one. */
export function standingsFor(slot: ProfileSlot, now: Standing): Standing[] {
  if (slot === 'demographics' || slot === 'vitals' || slot === 'labs') return [now];
  return STANDINGS.filter((one) => one === now || (one !== 'family' && now !== 'family'));
}

/** Whether the name may be corrected. Demographics and measurements have fields instead of a name. */
export function hasName(slot: ProfileSlot): boolean {
  return (WRITABLE as readonly ProfileSlot[]).includes(slot);
}

/** A blood pressure has two numbers; how a complaint goes on is a field where somebody said so. */
function keysOf(value: PatientValue): readonly FieldKey[] {
  if (value.kind === 'measured' && typeof value.systolic === 'number') return BLOOD_PRESSURE;
  if (value.kind === 'plain' && value.course) return WITH_COURSE;
  return FIELDS[value.kind];
}

export function fieldsOf(value: PatientValue): Field[] {
  const entries = value as Readonly<Record<string, unknown>>;
  return keysOf(value).map((key) => ({
    key,
    kind: OPTIONS[key] ? 'choice' : WORDS.includes(key) ? 'text' : 'number',
    text: written(entries[key]) || (key === 'comparator' ? EXACT : ''),
    options: OPTIONS[key] ?? [],
  }));
}

/** The value with the texts of its fields; `null` where a field cannot be read. */
export function withFields(value: PatientValue, fields: readonly Field[]): PatientValue | null {
  const next: Record<string, unknown> = { ...value };
  for (const field of fields) {
    const read = readField(field);
    if (read === undefined) return null;
    next[field.key] = read;
  }
  return next as PatientValue;
}

/** Whether a field may be sent as it is. */
export function isReadable(field: Field): boolean {
  return readField(field) !== undefined;
}

/** `undefined` where the text cannot be read. */
function readField({ key, kind, text }: Field): string | number | boolean | null | undefined {
  const typed = text.normalize('NFC').trim();
  if (typed === '') return OPTIONAL.includes(key) ? null : undefined;
  if (key === 'nursing') return typed === 'yes';
  if (key === 'comparator' && typed === EXACT) return null;
  if (key === 'course' && typed === UNSTATED) return null;
  if (kind !== 'number') return typed;
  const number = Number(typed);
  const isRight = Number.isFinite(number) && number >= 0;
  return isRight && (!WHOLE.includes(key) || Number.isInteger(number)) ? number : undefined;
}

function written(value: unknown): string {
  if (value === true) return 'yes';
  if (value === false) return 'no';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Slots to which a person may add items. Measured values are not among them. */
export const WRITABLE = [
  'conditions',
  'symptoms',
  'medications',
  'habits',
] as const satisfies readonly ProfileSlot[];

/** The value of an item that is being added: every field is empty. */
export function emptyValue(slot: (typeof WRITABLE)[number]): PatientValue {
  return slot === 'medications' ? { kind: 'drug' } : { kind: 'plain' };
}
