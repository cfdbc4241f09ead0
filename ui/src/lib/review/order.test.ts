import { describe, expect, it } from 'vitest';
import { summary } from '../testing/review';
import { neighbour, nextWaiting, ordered, type Order } from './order';

const row = (case_id: string, day: number, over = {}) =>
  summary({ case_id, updated_at: `2026-01-0${day}T00:00:00Z`, ...over });

const ROWS = [
  row('a', 3, { severity: 'high', violations: { high: 1 }, confidence: 0.7 }),
  row('b', 1, { severity: 'high', violations: { high: 2 }, confidence: 0.9 }),
  row('c', 2, { severity: 'critical', violations: { critical: 1 }, confidence: null }),
  row('d', 4, { confidence: 0.7 }),
];

describe('the order of the queue', () => {
  it.each<[Order, string]>([
    ['oldest', 'bcad'],
    ['newest', 'dacb'],
    ['severity', 'cbad'],
    ['confidence', 'adbc'],
  ])('%s', (order, expected) => {
    expect(
      ordered(ROWS, order)
        .map(({ case_id }) => case_id)
        .join(''),
    ).toBe(expected);
  });

  it('leaves the list it was given alone', () => {
    ordered(ROWS, 'oldest');
    expect(ROWS.map(({ case_id }) => case_id).join('')).toBe('abcd');
  });
});

describe('moving through the queue', () => {
  it.each([
    ['b', 1, 'c'],
    ['b', -1, 'a'],
    ['a', -1, 'a'],
    ['d', 1, 'd'],
    [null, 1, 'a'],
    ['gone', -1, 'a'],
  ])('from %s by %i', (from, by, expected) => {
    expect(neighbour(ROWS, from, by)?.case_id).toBe(expected);
  });

  it('has nowhere to go in an empty list', () => expect(neighbour([], null, 1)).toBeNull());

  it.each([
    ['the next below', ['x', 'w', 'w', 'x'], 1, 2],
    ['past what does not wait', ['w', 'x', 'd', 'w'], 1, 3],
    ['else the first above', ['w', 'w', 'x', 'd'], 2, 0],
    ['nothing left', ['d', 'x', 'd'], 1, null],
    ['never the decided case itself', ['w'], 0, null],
  ])('after a decision: %s', (_name, states, at, expected) => {
    const rows = states.map((state, index) =>
      summary({ case_id: String(index), status: state === 'w' ? 'awaiting_review' : 'completed' }),
    );
    expect(nextWaiting(rows, String(at))?.case_id ?? null).toBe(
      expected === null ? null : String(expected),
    );
  });

  it('starts from the top when the decided case left the list', () => {
    expect(nextWaiting([summary({ case_id: '1' })], 'gone')?.case_id).toBe('1');
  });
});
