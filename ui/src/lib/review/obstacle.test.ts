import { describe, expect, it } from 'vitest';
import type { Handling, Reviewer } from '../backend/types';
import { obstacleTo } from './obstacle';

const person = (id: string, role: Reviewer['role']): Reviewer => ({ id, name: id, role });
const claimed: Handling = {
  priority: 'normal',
  due_at: null,
  assigned_to: null,
  assignment: '',
  claim: { by: person('park', 'reviewer'), until: '2026-11-25T05:30:00Z' },
  signed: null,
};
const before = Date.parse('2026-11-25T05:29:59Z');
const after = Date.parse('2026-11-25T05:30:01Z');

describe('an obstacle to a decision', () => {
  it.each([
    ['a colleague holds the case', claimed, person('kim', 'reviewer'), before, 'claimed'],
    [
      'an administrator is no exception',
      claimed,
      person('choi', 'administrator'),
      before,
      'claimed',
    ],
    ['nobody has chosen who signs', claimed, null, before, 'claimed'],
    ['the claim is over', claimed, person('kim', 'reviewer'), after, null],
    ['the claim is one’s own', claimed, person('park', 'reviewer'), before, null],
    ['nobody holds the case', { ...claimed, claim: null }, person('kim', 'reviewer'), before, null],
    ['the case is not in the queue', null, person('kim', 'reviewer'), before, null],
    ['a pharmacist decides no case', null, person('lee', 'pharmacist'), before, 'role'],
  ])('%s', (_, handling, reviewer, now, kind) => {
    expect(obstacleTo({ handling }, reviewer, now)?.kind ?? null).toBe(kind);
  });
});
