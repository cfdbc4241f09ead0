import { afterEach, expect, it } from 'vitest';
import { BackendError } from '../backend/backend';
import { errors as english } from './en/errors';
import { errorText, filled, problemText } from './errorText';
import { errors as korean } from './ko/errors';
import { speak } from './words.svelte';

afterEach(() => speak('ko'));

const claimed = new BackendError('case 0192f0c1 is claimed by 김심의', true, 'case_claimed', {
  name: '김심의',
  until: '2026-03-02 14:05',
});

it('says what happened, to what, and what to do', () => {
  expect(errorText(claimed)).toBe(
    '이 사건은 김심의가 맡고 있습니다(2026-03-02 14:05까지, 한국 시각). 기다리거나 그 사람에게 부탁하세요. 관리자가 풀어 줄 수도 있습니다.',
  );
  speak('en');
  expect(errorText(claimed)).toMatch(/^김심의 has claimed this case until 2026-03-02 14:05/);
});

it('says of an unknown error that it is one, with the message for engineers', () => {
  for (const error of [
    new BackendError('boom', true, 'of_a_newer_desk'),
    new BackendError('boom', true),
    new TypeError('boom'),
    'boom',
  ]) {
    expect(errorText(error)).toMatch(/^프로그램.*\n자세히: boom$/s);
  }
});

it('adds the reason for who wrote the file that is wrong', () => {
  const body = {
    code: 'line_malformed' as const,
    params: { path: 'ads.jsonl', line: '3' },
    message: 'missing field `text`',
  };
  expect(problemText('unused', body)).toBe(
    'ads.jsonl 3번째 줄의 형식이 맞지 않습니다. 그 줄을 고치고 다시 시도하세요.\n자세히: missing field `text`',
  );
  expect(problemText('boom', null)).toMatch(/자세히: boom$/);
});

it('says when the desk was not reached', () => {
  expect(errorText(new BackendError('', false))).toMatch(/닿지 않습니다/);
});

it('leaves no parameter open', () => {
  expect(filled('{name:이} {other}{name:으로}', { name: '박관' })).toBe('박관이 박관으로');
});

it.each([
  ['ko', korean],
  ['en', english],
])('names no command, id or library in the window: %s', (_language, errors) => {
  for (const { what, todo } of Object.values(errors)) {
    expect(`${what} ${todo}`).not.toMatch(/simui |serde|DBus|D-Bus|sqlx|[0-9a-f]{8}-[0-9a-f]{4}-/);
  }
});
