import { describe, expect, it } from 'vitest';
import { response } from '../testing/ask';
import {
  questionOf,
  withTurn,
  withEnd,
  MOST_TURNS,
  withStep,
  turnState,
  withText,
  type TurnEnd,
  type Turn,
} from './turns';

const turn = (id: number, end: TurnEnd = { state: 'waiting' }, question = `질문 ${id}`): Turn => ({
  id,
  question,
  at: '2026-11-22T07:00:00Z',
  end,
});
const answered: TurnEnd = { state: 'answered', response: response() };
const ids = (turns: Turn[]) => turns.map(({ id }) => id);

describe('the questions of a sitting', () => {
  it('stand newest first', () => {
    expect(ids(withTurn([turn(1, answered)], turn(2)))).toEqual([2, 1]);
  });

  it('are kept up to a number', () => {
    const many = Array.from({ length: MOST_TURNS }, (_, at) => turn(MOST_TURNS - at, answered));
    const next = withTurn(many, turn(99));
    expect(next).toHaveLength(MOST_TURNS);
    expect(next[0]?.id).toBe(99);
    expect(ids(next)).not.toContain(1);
  });

  it.each<[string, TurnEnd, number[]]>([
    ['takes the place of one that failed', { state: 'failed', message: '' }, [2]],
    ['takes the place of one that was stopped', { state: 'left' }, [2]],
    ['stands beside one that was answered', answered, [2, 1]],
  ])('the same question %s', (_name, end, expected) => {
    expect(ids(withTurn([turn(1, end, '같은')], turn(2, { state: 'waiting' }, '같은')))).toEqual(
      expected,
    );
  });
});

describe('a question that waits', () => {
  const begins = (name: string) => ({ name, ms: null });
  const waiting = [turn(2), turn(1, answered)];

  it('keeps the steps the desk tells of', () => {
    const turns = withStep(withStep(waiting, 2, begins('search')), 2, { name: 'search', ms: 3 });
    expect(turns[0]?.end).toMatchObject({ state: 'waiting', steps: [{ name: 'search', ms: 3 }] });
  });

  it('keeps what a model writes, until it begins anew', () => {
    let turns = withStep(waiting, 2, begins('answer'));
    turns = withText(withText(turns, 2, '하루 '), 2, '3정');
    expect(turns[0]?.end).toMatchObject({ written: '하루 3정' });
    turns = withStep(withStep(turns, 2, { name: 'answer', ms: 9 }), 2, begins('verify'));
    expect(turns[0]?.end).toMatchObject({ written: '하루 3정' });
    turns = withStep(turns, 2, begins('answer'));
    expect(turns[0]?.end).toMatchObject({ written: '' });
  });

  it('is the only one that hears of it', () => {
    expect(withStep(waiting, 1, begins('score'))).toEqual(waiting);
    expect(withText(waiting, 1, '늦은 말')).toEqual(waiting);
  });
});

describe('what becomes of a question', () => {
  it('is kept with it', () => {
    expect(withEnd([turn(2), turn(1, answered)], 2, answered)[0]?.end).toBe(answered);
  });

  it.each<[string, TurnEnd]>([
    ['answer', answered],
    ['failure', { state: 'failed', message: '' }],
  ])('is not heard as a late %s when it was stopped', (_name, end) => {
    const left = turn(1, { state: 'left' });
    expect(withEnd([left], 1, end)).toEqual([left]);
  });

  it.each<[TurnEnd, string]>([
    [{ state: 'waiting' }, 'waiting'],
    [{ state: 'failed', message: '' }, 'failed'],
    [{ state: 'left' }, 'left'],
    [{ state: 'answered', response: response({ status: 'insufficient' }) }, 'insufficient'],
    [{ state: 'answered', response: response({ emergency: '119' }) }, 'emergency'],
  ])('%#', (end, expected) => expect(turnState(turn(1, end))).toBe(expected));
});

it.each([
  ['  약? \n', '약?'],
  ['첫 줄\n둘째 줄', '첫 줄\n둘째 줄'],
  ['약'.normalize('NFD'), '약'],
  [' \n\t', null],
  ['', null],
])('%j is questionOf as %j', (text, expected) => expect(questionOf(text)).toBe(expected));
