import { describe, expect, test } from 'vitest';
import type { WeighedDecision } from '../backend/types';
import { stanceTone, weighedDecisions } from './decisions';

const decision = (case_number: string, rest: Partial<WeighedDecision>): WeighedDecision => ({
  claim_id: 'c1',
  kind: 'V3',
  decision: case_number,
  case_number,
  decided_on: null,
  outcome: null,
  disposition: null,
  stance: 'for',
  wording: '',
  similarity: 0,
  article: '',
  quote: '',
  status: 'VERIFIED',
  digest: false,
  effect: 'shown',
  why: '',
  ...rest,
});

describe('decisions beside a finding', () => {
  test('those for the advertiser come first, the nearest before the others', () => {
    const decisions = [
      decision('gone', { stance: 'lost_ground', similarity: 1 }),
      decision('for', { stance: 'for', similarity: 0.9 }),
      decision('far', { stance: 'against', similarity: 0.1 }),
      decision('near', { stance: 'against', similarity: 0.8 }),
    ];
    const order = weighedDecisions({ decisions }).map((one) => one.case_number);
    expect(order).toEqual(['near', 'far', 'for', 'gone']);
  });

  test('what no longer counts has no colour', () => {
    expect(stanceTone('lost_ground')).toBe('hold');
    expect(stanceTone('for')).not.toBe(stanceTone('against'));
  });
});
