import { expect, it } from 'vitest';
import { isStep, timeline } from './timeline';

const names = (timings: Record<string, number>) => timeline(timings).map(({ name }) => name);

it('steps stand in the order of the pipeline, whatever the order they come in', () => {
  expect(
    names({ answer: 1, dur: 1, score: 1, search: 1, search_again: 1, understand: 1, verify: 1 }),
  ).toEqual(['understand', 'search', 'dur', 'answer', 'verify', 'search_again', 'score']);
});

it('a node of a newer desk comes last; the total is no step', () => {
  expect(names({ web: 1, total: 9, refuse: 1, guard: 1 })).toEqual(['refuse', 'guard', 'web']);
});

it('bars are measured by the longest step', () => {
  expect(timeline({ understand: 1, search: 4, total: 5 })).toEqual([
    { name: 'understand', ms: 1, share: 0.25 },
    { name: 'search', ms: 4, share: 1 },
  ]);
});

it('steps that took no time have no bar', () => {
  expect(timeline({ refuse: 0 })).toEqual([{ name: 'refuse', ms: 0, share: 0 }]);
  expect(timeline({})).toEqual([]);
});

it('knows its own names', () => {
  expect(isStep('search_again')).toBe(true);
  expect(isStep('total')).toBe(false);
});
