import { expect, test } from 'vitest';
import { maskedWords, pageAfter, problemWords, roleWords } from './outboundLog';

const WORDS = {
  maskedKinds: { name: '이름', phone: '전화' },
  maskedOne: (kind: string, count: number) => `${kind} ${count}`,
};

test('what was masked is said kind by kind', () => {
  expect(maskedWords({}, WORDS)).toBe('–');
  expect(maskedWords({ name: 2, phone: 1 }, WORDS)).toBe('이름 2, 전화 1');
  expect(maskedWords({ passport: 1 }, WORDS)).toBe('passport 1');
});

test('a role without words is shown as it is written', () => {
  expect(roleWords(null, {})).toBe('–');
  expect(roleWords('drafting', { drafting: '초안' })).toBe('초안');
  expect(roleWords('judging', { drafting: '초안' })).toBe('judging');
});

test('the next page begins after the oldest entry that is shown', () => {
  expect(pageAfter([])).toBeNull();
});

test.each([
  ['refused by the service', '서비스가 거절함'],
  ['HTTP 503', 'HTTP 503'],
  ['keyring: DBus error', null],
])('%s is shown as %s', (problem, expected) => {
  expect(problemWords(problem, { 'refused by the service': '서비스가 거절함' })).toBe(expected);
});
