import { expect, it } from 'vitest';
import { DEFAULT_MODE, SEARCH_MODES, searchRequest, type SearchForm } from './request';

const wanted = (over: Partial<SearchForm>): SearchForm => ({
  text: '광고',
  kind: null,
  asOf: '',
  mode: DEFAULT_MODE,
  ...over,
});

it('words and meaning together unless something else is chosen', () => {
  expect(searchRequest(wanted({}))?.mode).toBe('hybrid');
  for (const mode of SEARCH_MODES) expect(searchRequest(wanted({ mode }))?.mode).toBe(mode);
});

it.each<[string, Partial<SearchForm>, object | null]>([
  ['blank text', { text: ' \n' }, null],
  ['space around the text', { text: ' 치료 광고 ' }, { query: '치료 광고' }],
  ['every kind', {}, { kinds: [] }],
  ['one kind', { kind: 'statute' }, { kinds: ['statute'] }],
  ['no day', {}, { as_of: null }],
  ['a day', { asOf: '2026-04-07' }, { as_of: '2026-04-07' }],
])('%s', (_, over, expected) => {
  const request = searchRequest(wanted(over));
  if (expected === null) expect(request).toBeNull();
  else expect(request).toMatchObject(expected);
});
