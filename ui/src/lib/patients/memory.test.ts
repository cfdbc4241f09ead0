import { describe, expect, it } from 'vitest';
import type { PatientEvent, PatientView } from '../backend/types';
import { item } from '../testing/patients';
import { allergies, contradictions, historyOf, nameOf, shortId, slots, SLOTS } from './memory';

describe('what is remembered', () => {
  const items = [
    item({ id: 1, weight: 0.4 }),
    item({ id: 2, weight: 0.9 }),
    item({ id: 3, weight: 0.1, in_conflict: true }),
    item({ id: 4, standing: 'allergy' }),
    item({ id: 5, standing: 'no_allergy', slot: 'medications' }),
    item({ id: 6, slot: 'labs' }),
    item({ id: 7, weight: 0.9, last_said: '2026-11-23T07:00:00Z' }),
  ];

  it('has the slots in their order, what must be checked and what weighs most first', () => {
    expect(slots(items).map(({ slot, items: own }) => [slot, own.map(({ id }) => id)])).toEqual([
      ['demographics', []],
      ['conditions', [3, 7, 2, 1]],
      ['symptoms', []],
      ['medications', []],
      ['habits', []],
      ['reactions', []],
      ['vitals', []],
      ['labs', [6]],
    ]);
    expect(SLOTS).toHaveLength(8);
  });

  it('has allergies before the slots, wherever they are kept, and nowhere twice', () => {
    expect(allergies(items).map(({ id }) => id)).toEqual([4, 5]);
    const inSlots = slots(items).flatMap(({ items: own }) => own);
    expect(inSlots.length + 2).toBe(items.length);
  });

  it('shows contradictions whose both sides are there', () => {
    const view = {
      items,
      conflicts: [
        { newer: 2, older: 1 },
        { newer: 9, older: 1 },
      ],
    };
    expect(
      contradictions(view as unknown as PatientView).map(({ newer, older }) => [
        newer.id,
        older.id,
      ]),
    ).toEqual([[2, 1]]);
  });
});

describe('a history', () => {
  const event = (over: Partial<PatientEvent>): PatientEvent => ({
    item: 1,
    happening: 'added',
    at: '2026-11-22T07:00:00Z',
    turn: 1,
    by: null,
    before: null,
    ...over,
  });
  const events = [
    event({}),
    event({ item: 2 }),
    event({ happening: 'edited', before: '앞' }),
    event({ item: 2, happening: 'deleted', before: '지운 것' }),
  ];

  it('of an item is the latest first', () => {
    expect(historyOf(events, 1).map(({ happening }) => happening)).toEqual(['edited', 'added']);
  });

  it.each([
    [1, '고혈압'],
    [2, '지운 것'],
    [3, 'i3'],
  ])('calls item %i %s', (id, name) => expect(nameOf([item()], events, id)).toBe(name));
});

it.each([
  ['short', 'short'],
  ['0194f0aa-1111-7000-8000-0000000000a1', '…000000a1'],
])('the number %s is shown as %s', (id, shown) => expect(shortId(id)).toBe(shown));
