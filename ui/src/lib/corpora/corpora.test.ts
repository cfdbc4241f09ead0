import { describe, expect, it } from 'vitest';
import type { DocumentSummary, ImportReport } from '../backend/types';
import { article } from '../testing/law';
import { batches, merge } from './batches';
import { filteredDocuments, force, type DocumentFilter } from './documents';
import { bodyBelow, heading, sections } from './toc';

const document = (
  id: string,
  title: string,
  over: Partial<DocumentSummary> = {},
): DocumentSummary => ({
  id,
  kind: 'statute',
  title,
  version: '',
  effective_from: null,
  effective_to: null,
  digest: false,
  in_force: true,
  state: 'enacted',
  ministry: '',
  ...over,
});

describe('the list of documents', () => {
  const all = [
    document('1', '의료법', { effective_from: '2020-01-01', in_force: false }),
    document('2', '약사법', { version: '법률 제2호' }),
    document('3', '의료법', { effective_from: '2026-01-01' }),
    document('4', '의료광고 심의기준', { kind: 'guideline' }),
  ];
  it.each<[string, Partial<DocumentFilter>, string]>([
    ['everything by kind, the latest version first', {}, '2314'],
    ['a word', { text: '의료' }, '314'],
    ['two words', { text: '기준 의료' }, '4'],
    ['decomposed Hangul', { text: '약사'.normalize('NFD') }, '2'],
    ['a version', { text: '제2호' }, '2'],
    ['a kind', { kind: 'guideline' }, '4'],
    ['in force', { inForceOnly: true, text: '의료법' }, '3'],
    ['nothing fits', { text: '없는 말' }, ''],
  ])('%s', (_name, filter, expected) => {
    const found = filteredDocuments(all, { text: '', kind: null, inForceOnly: false, ...filter });
    expect(found.map(({ id }) => id).join('')).toBe(expected);
  });

  it('reads dates in titles as numbers', () => {
    const rulings = ['2009. 11. 12.', '2009. 2. 26.'].map((day) =>
      document(day, `대법원 ${day} 판결`),
    );
    expect(filteredDocuments(rulings, { text: '', kind: null, inForceOnly: false })[0]?.id).toBe(
      '2009. 2. 26.',
    );
  });

  it.each([
    [true, null, null, 'inForce'],
    [false, '2027-01-01', null, 'notYet'],
    [false, '2020-01-01', '2021-01-01', 'ended'],
    [false, null, null, 'notInForce'],
  ])('in force %s, from %s to %s: %s', (in_force, effective_from, effective_to, expected) => {
    expect(force({ in_force, effective_from, effective_to }, '2026-11-21')).toBe(expected);
  });
});

it('groups articles under their heading, in order', () => {
  const found = sections([
    article('1', ['가']),
    article('2', ['가']),
    article('3', ['가', '나']),
    article('4', ['가']),
  ]);
  expect(found.map((section) => section.articles.map(({ key }) => key).join(''))).toEqual([
    '12',
    '3',
    '4',
  ]);
});

it.each([
  ['제1조', '목적', '이 법은', '제1조 (목적)', '이 법은'],
  ['사안', '사안', '사안\n같은 건물', '사안', '같은 건물'],
  ['제3조', '', '삭제', '제3조', '삭제'],
  ['결과', '결과', '결과', '결과', '결과'],
  ['제5조', '금지 등', '제5조(금지 등)\n① 하지 못한다.', '제5조 (금지 등)', '① 하지 못한다.'],
])('%s (%s) is headed once', (key, title, text, head, body) => {
  expect([heading({ key, title }), bodyBelow({ key, title, text })]).toEqual([head, body]);
});

describe('batches of files', () => {
  const file = (size: number) => ({ name: String(size), file: new Blob([new Uint8Array(size)]) });
  const MB = 1024 * 1024;

  it.each([
    ['none', [], []],
    ['small ones together', [1, 2, 3], [3]],
    ['a large one alone', [1, 5 * MB, 1], [1, 1, 1]],
    ['up to the limit', [2 * MB, 2 * MB, 1], [2, 1]],
    ['not too many at once', Array.from({ length: 130 }, () => 1), [64, 64, 2]],
  ])('%s', (_name, sizes, expected) => {
    const files = sizes.map(file);
    const groups = batches(files);
    expect(groups.map((group) => group.length)).toEqual(expected);
    expect(groups.flat()).toEqual(files);
  });

  it('add up to one report', () => {
    const report = (n: number, cancelled: boolean): ImportReport => ({
      documents: n,
      articles: n,
      chunks: n,
      unchanged: n,
      quarantined: [{ path: String(n), where: '', reason: '' }],
      took_ms: n,
      cancelled,
    });
    const whole = merge(report(1, false), report(2, true));
    expect(whole).toMatchObject({
      documents: 3,
      articles: 3,
      chunks: 3,
      unchanged: 3,
      took_ms: 3,
      cancelled: true,
    });
    expect(whole.quarantined.map(({ path }) => path)).toEqual(['1', '2']);
  });
});
