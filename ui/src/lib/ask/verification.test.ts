import { expect, it } from 'vitest';
import { ko } from '../words/ko';
import { knownKey } from './verification';

it('the desk’s words are knownKey, others are not', () => {
  expect(knownKey(ko.ask.verdicts, 'PASS')).toBe('PASS');
  expect(knownKey(ko.ask.remedies, 'search_again')).toBe('search_again');
  expect(knownKey(ko.ask.verdicts, 'MAYBE')).toBeNull();
  expect(knownKey(ko.ask.verdicts, 'toString')).toBeNull();
});
