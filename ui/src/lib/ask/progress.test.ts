import { describe, expect, it } from 'vitest';
import { advanced, progress, type TakenStep } from './progress';

/** `search` begins, `search 3` is done after 3 ms. */
function taken(...events: string[]): TakenStep[] {
  return events.reduce<TakenStep[]>((steps, event) => {
    const [name = '', ms] = event.split(' ');
    return advanced(steps, { name, ms: ms === undefined ? null : Number(ms) });
  }, []);
}

/** `✓` done, `…` at work, none: still to come; the round where it is not the first. */
const SIGN = { done: '✓', working: '…', ahead: '' };
const shown = (...events: string[]) =>
  progress(taken(...events)).map(
    ({ name, state, round }) => name + (round > 1 ? round : '') + SIGN[state],
  );

describe('what is shown of a question that is being answered', () => {
  it.each<[string, string[], string[]]>([
    [
      'is all to come before anything is heard',
      [],
      ['understand', 'search', 'dur', 'answer', 'verify', 'score'],
    ],
    [
      'says what is done and what is being done',
      ['understand', 'understand 1', 'search'],
      ['understand✓', 'search…', 'dur', 'answer', 'verify', 'score'],
    ],
    [
      'counts a step that comes again',
      ['answer 1', 'verify', 'verify 2', 'correct 1', 'verify'],
      ['answer✓', 'verify✓', 'correct✓', 'verify2…', 'score'],
    ],
    [
      'leads back from a correction',
      ['verify 2', 'correct'],
      ['verify✓', 'correct…', 'verify2', 'score'],
    ],
    [
      'leads back from another search',
      ['answer 1', 'verify 2', 'search_again'],
      ['answer✓', 'verify✓', 'search_again…', 'answer2', 'verify2', 'score'],
    ],
    ['ends where the question is refused', ['understand 1', 'refuse'], ['understand✓', 'refuse…']],
    ['has nothing to come after the last step', ['score 1'], ['score✓']],
    [
      'keeps a step of a newer desk, which changes nothing of the way',
      ['verify 1', 'weigh'],
      ['verify✓', 'weigh…', 'score'],
    ],
  ])('%s', (_name, events, expected) => expect(shown(...events)).toEqual(expected));
});

it('the end of a step belongs to the one that was begun last', () => {
  expect(taken('verify', 'verify 1', 'verify', 'verify 2')).toEqual([
    { name: 'verify', ms: 1 },
    { name: 'verify', ms: 2 },
  ]);
});

it('the steps of before stay as they were', () => {
  const before = taken('search');
  advanced(before, { name: 'search', ms: 3 });
  expect(before).toEqual([{ name: 'search', ms: null }]);
});
