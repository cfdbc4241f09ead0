import { describe, expect, it } from 'vitest';
import { BackendError } from '../backend/backend';
import type { ImportOmission } from '../backend/types';
import { leftOutByKind, LARGEST_RECORD, recordText, takenKinds } from './record';

describe('a record from another program', () => {
  it('lists what was taken as the chart does, allergies first', () => {
    expect(takenKinds({ allergies: 1, by_slot: { labs: 2, conditions: 3 } })).toEqual([
      { kind: 'allergies', count: 1 },
      { kind: 'conditions', count: 3 },
      { kind: 'labs', count: 2 },
    ]);
    expect(takenKinds({ allergies: 0, by_slot: {} })).toEqual([]);
  });

  it('groups what was left out by kind, most entries first', () => {
    const omission = (resource: string, count: number): ImportOmission => ({
      resource,
      reason: 'superseded',
      text: '',
      count,
      names: [],
    });
    const groups = leftOutByKind([omission('Claim', 2), omission('Claim', 1), omission('Goal', 9)]);
    expect(
      groups.map(({ resource, count, omissions }) => [resource, count, omissions.length]),
    ).toEqual([
      ['Goal', 9, 1],
      ['Claim', 3, 2],
    ]);
  });

  it('is read as text, and refused where it is too large', async () => {
    await expect(recordText(new File(['{"a":"가"}'], 'a.json'))).resolves.toBe('{"a":"가"}');
    const large = new File([''], 'large.json');
    Object.defineProperty(large, 'size', { value: LARGEST_RECORD + 1 });
    const refused = await recordText(large).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(BackendError);
    expect(refused).toMatchObject({ code: 'patient_record_too_large', params: { limit: '64' } });
  });
});
