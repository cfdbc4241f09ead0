import { expect, it } from 'vitest';
import { band, PARTS } from './confidence';

it.each([
  [1, 'certain'],
  [0.95, 'certain'],
  [0.9499, 'sampled'],
  [0.8, 'sampled'],
  [0.7999, 'person'],
  [0.7, 'person'],
  [0.6999, 'expert'],
  [0, 'expert'],
])('%d asks for %s', (value, expected) => expect(band(value)).toBe(expected));

it('has weights that sum to 100', () => {
  expect(PARTS.reduce((sum, { weight }) => sum + weight, 0)).toBe(100);
});
