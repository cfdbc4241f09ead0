import { expect, it } from 'vitest';
import { ko } from '../words/ko';
import { known } from './verification';

it('the desk’s words are known, others are not', () => {
  expect(known(ko.ask.verdicts, 'PASS')).toBe('PASS');
  expect(known(ko.ask.remedies, 'search_again')).toBe('search_again');
  expect(known(ko.ask.verdicts, 'MAYBE')).toBeNull();
  expect(known(ko.ask.verdicts, 'toString')).toBeNull();
});
