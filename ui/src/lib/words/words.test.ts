import { expect, it } from 'vitest';
import { en } from './en';
import { ko } from './ko';

/** Every message by its path, with how it is called. */
function shape(value: unknown, path = ''): string[] {
  if (typeof value === 'function') return [`${path}(${value.length})`];
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([key, inner]) => shape(inner, `${path}.${key}`));
}

function texts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(texts) : [];
}

it('both languages have the same messages', () => {
  const names = (catalogue: unknown) =>
    shape(catalogue).map((path) => path.replace(/\(\d+\)$/, '()'));
  expect(names(en)).toEqual(names(ko));
});

it('no message is empty', () => {
  for (const text of [...texts(ko), ...texts(en)]) expect(text.trim()).not.toBe('');
});

it('Korean messages are Korean, English ones English', () => {
  const names = new Set(['DUR', 'SNS']);
  const withoutHangul = texts(ko).filter((text) => !/[가-힣]/.test(text) && !names.has(text));
  expect(withoutHangul).toEqual([]);
  const terms = /의료법 제56조제2항제8호|치료 경험담 광고|심의필/g;
  expect(texts(en).filter((text) => /[가-힣]/.test(text.replace(terms, '')))).toEqual([]);
});
