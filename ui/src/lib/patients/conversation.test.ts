import { describe, expect, it } from 'vitest';
import type { ModelCall } from '../backend/types';
import { changes, consulted, kept } from '../testing/patients';
import {
  conversation,
  lastTurn,
  remembersAnything,
  withEnd,
  type SentMessage,
  type MessageEnd,
} from './conversation';

const answered: MessageEnd = { state: 'answered', response: consulted() };
const sitting = (id: number, over: Partial<SentMessage> = {}): SentMessage => ({
  id,
  text: `말 ${id}`,
  at: '2026-11-22T08:00:00Z',
  after: 0,
  end: answered,
  ...over,
});
const drawn = (past: Parameters<typeof conversation>[0], now: SentMessage[]) =>
  conversation(past, now).map(({ key, turn }) => `${key} ${turn}`);

describe('a conversation', () => {
  it('has what was kept before what is said now', () => {
    expect(drawn([kept(1), kept(2)], [sitting(7)])).toEqual([
      'turn-1 1',
      'turn-2 2',
      'sitting-7 null',
    ]);
  });

  it('shows a turn once, with what it changed', () => {
    const told = changes({ added: [{ item: 3, slot: 'symptoms', shown: '두통' }] });
    const past = [kept(1), kept(2, { text: '말 7', changes: told })];
    const all = conversation(past, [sitting(7, { after: 1 })]);
    expect(all.map(({ key, turn }) => `${key} ${turn}`)).toEqual(['turn-1 1', 'sitting-7 2']);
    expect(all[1]?.changes).toBe(told);
  });

  it('has the calls of models of a kept turn, and of one of this sitting once it is kept', () => {
    const call = { role: 'patient_answering' } as unknown as ModelCall;
    const past = [kept(1, { model_calls: [call] }), kept(2, { text: '말 7', model_calls: [call] })];
    const all = conversation(past, [sitting(7, { after: 1 }), sitting(8, { after: 2 })]);
    expect(all.map(({ calls }) => calls.length)).toEqual([1, 1, 0]);
  });

  it('does not take an older turn of the same words for it', () => {
    const past = [kept(1, { text: '말 7' })];
    expect(drawn(past, [sitting(7, { after: 1 })])).toEqual(['turn-1 1', 'sitting-7 null']);
  });

  it('gives each of two like turns its own', () => {
    const past = [kept(1, { text: '같은' }), kept(2, { text: '같은' })];
    const now = [sitting(7, { text: '같은' }), sitting(8, { text: '같은', after: 1 })];
    expect(drawn(past, now)).toEqual(['sitting-7 1', 'sitting-8 2']);
  });

  it.each<[MessageEnd, string]>([
    [{ state: 'waiting' }, 'turn-1 1,sitting-7 null'],
    [{ state: 'failed', message: '' }, 'sitting-7 1'],
    [{ state: 'left' }, 'sitting-7 1'],
  ])('%j: what was said is kept also without an answer', (end, expected) => {
    const past = [kept(1, { text: '말 7' })];
    expect(drawn(past, [sitting(7, { end })]).join()).toBe(expected);
  });
});

it('what nobody waits for any more stays so', () => {
  const left = sitting(1, { end: { state: 'left' } });
  const waiting = sitting(2, { end: { state: 'waiting' } });
  expect(withEnd([left, waiting], 1, answered)).toEqual([left, waiting]);
  expect(withEnd([left, waiting], 2, answered)[1]?.end).toBe(answered);
});

it('the last turn is counted from what is kept', () => {
  expect(lastTurn([])).toBe(0);
  expect(lastTurn([kept(2), kept(5)])).toBe(5);
});

it('a turn that changed nothing says so', () => {
  expect(remembersAnything(changes())).toBe(false);
  expect(remembersAnything(changes({ ignored: [{ text: '말', why: 'only_asked' }] }))).toBe(true);
});
