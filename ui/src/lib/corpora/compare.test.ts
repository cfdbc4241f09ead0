import { describe, expect, it } from 'vitest';
import type {
  ArticleChange,
  ImpactedArticle,
  LawVersion,
  QuarantineRecord,
  ResolvedLink,
} from '../backend/types';
import { citation } from '../testing/review';
import { changeAnchor, changeHeading, provisionLabel, runsOf } from './changes';
import { changeOf, hasVersions, lastChange, someOf, standing, versionOn } from './history';
import { dependents } from './impact';
import { citationRoute, sourceName, sourceRoute, targetName, targetRoute } from './links';
import { openRecordsOf, filteredRecords } from './quarantine';

const version = (id: string, from: string | null, over: Partial<LawVersion> = {}): LawVersion => ({
  document_id: id,
  version: id,
  promulgated_on: null,
  effective_from: from,
  effective_to: null,
  digest: false,
  in_force: false,
  state: 'enacted',
  ended_on: null,
  ministry: '',
  changes: null,
  ...over,
});

describe('versions of a law', () => {
  const all = [
    version('a', '2018-01-01', { effective_to: '2019-12-31' }),
    version('b', '2020-01-01', { effective_to: '2026-12-31', in_force: true }),
    version('c', '2027-01-01'),
  ];

  it('are compared where the one in force began', () => {
    expect(lastChange(all)).toEqual({ from: '2018-01-01', to: '2020-01-01' });
    expect(lastChange(all.slice(2))).toBeNull();
    expect(
      lastChange([version('x', '2020-01-01', { in_force: true }), version('y', '2027-01-01')]),
    ).toEqual({ from: '2020-01-01', to: '2027-01-01' });
    expect(lastChange([version('x', null), version('y', '2027-01-01')])).toBeNull();
  });

  it('are compared with the one before', () => {
    expect(changeOf(all, 'c')).toEqual({ from: '2020-01-01', to: '2027-01-01' });
    expect(changeOf(all, 'a')).toBeNull();
    expect(changeOf(all, 'nowhere')).toBeNull();
  });

  it.each([
    ['2017-01-01', null],
    ['2019-12-31', 'a'],
    ['2020-01-01', 'b'],
    ['2030-01-01', 'c'],
  ])('on %s it is %s', (day, id) => {
    expect(versionOn(all, day)?.document_id ?? null).toBe(id);
  });

  it.each([
    [null, null, 'notInForce'],
    ['2027-01-01', null, 'notYet'],
    ['2018-01-01', '2019-12-31', 'ended'],
    ['2020-01-01', null, 'inForce'],
    ['2020-01-01', '2026-11-21', 'inForce'],
  ])('from %s to %s is %s', (effective_from, effective_to, expected) => {
    expect(standing({ effective_from, effective_to }, '2026-11-21')).toBe(expected);
  });

  it('are a matter of norms, not of decisions', () => {
    expect([hasVersions('statute'), hasVersions('precedent')]).toEqual([true, false]);
  });

  it('tell how much changed', () => {
    const counts = { added: 0, removed: 2, changed: 1, renumbered: 0, unchanged: 9 };
    expect(someOf(counts)).toEqual([
      { kind: 'changed', n: 1 },
      { kind: 'removed', n: 2 },
    ]);
  });
});

describe('a change', () => {
  const change = (over: Partial<ArticleChange>): ArticleChange => ({
    kind: 'changed',
    key: '제5조',
    title: '금지',
    old_key: null,
    old_title: null,
    provisions: [],
    ...over,
  });

  it('is headed by its article, with the number it had', () => {
    expect(changeHeading(change({}))).toBe('제5조 (금지)');
    expect(changeHeading(change({ kind: 'renumbered', old_key: '제4조의2' }))).toBe(
      '제4조의2 → 제5조 (금지)',
    );
    expect(changeAnchor('부칙(2018. 3. 27.) 제1조')).not.toMatch(/\s/);
  });

  it.each([
    ['제5조제2항', '제5조제2항', '제2항'],
    ['제5조의2제2항제1호의2가목', null, '제2항제1호의2가목'],
    [null, '제5조제4항', '제4항'],
    ['제5조제3항', '제5조제2항', '제2항 → 제3항'],
    ['제6조', '제5조', ''],
    [null, null, ''],
  ])('now %s, before %s', (path, old_path, label) => {
    expect(provisionLabel({ kind: 'changed', path, old_path, words: [] })).toBe(label);
  });

  it('reads as either version, or as both', () => {
    const words = [
      { side: 'same', text: '광고를 ' },
      { side: 'old', text: '못한다.' },
      { side: 'new', text: '아니한다.' },
    ] as const;
    const read = (column: 'both' | 'old' | 'new') =>
      runsOf(words, column)
        .map(({ text }) => text)
        .join('');
    expect([read('old'), read('new')]).toEqual(['광고를 못한다.', '광고를 아니한다.']);
    expect(runsOf(words, 'both').length).toBe(3);
  });
});

const link = (over: Partial<ResolvedLink> = {}, start = 0): ResolvedLink => ({
  document_id: 'd1',
  title: '가상법',
  article_key: '제5조',
  link: {
    start,
    end: start + 3,
    words: '제2항',
    within: '제5조제3항',
    relation: 'cites',
    target: { title: '가상법', path: '제5조제2항', until: null, former: false },
  },
  status: 'resolved',
  target_document: 'd1',
  ...over,
});

describe('a link', () => {
  it('opens where it stands, its words marked', () => {
    expect(sourceRoute(link())).toMatchObject({
      documentId: 'd1',
      article: '제5조제3항',
      quote: '제2항',
    });
    expect(sourceName(link())).toBe('가상법 제5조제3항');
  });

  it('in a 부칙 stands in the 부칙, not in the article of that number', () => {
    const found = link({ article_key: '부칙(가) 제5조' });
    expect(sourceRoute(found)).toMatchObject({ article: '부칙(가) 제5조' });
  });

  it('opens what it names, where that is there', () => {
    expect(targetRoute(link())).toMatchObject({ documentId: 'd1', article: '제5조제2항' });
    expect(targetRoute(link({ target_document: null }))).toBeNull();
  });

  it.each([
    [null, null, '가상법'],
    ['제3조', null, '가상법 제3조'],
    ['제3조', '제7조', '가상법 제3조–제7조'],
  ])('to %s until %s is named', (path, until, name) => {
    const one = link();
    const target = { ...one.link.target, path, until };
    expect(targetName({ ...one, link: { ...one.link, target } })).toBe(name);
  });

  it.each([
    ['가상법 제5조제2항제1호', '제5조', '제5조제2항제1호'],
    ['다른 법 제5조제2항', '제5조', '제5조'],
    ['가상법 제6조', '제5조', '제5조'],
    ['가상법 판결요지', '판결요지', '판결요지'],
  ])('from the citation %s leads to its exact place', (name, key, expected) => {
    const provision = {
      citation: 0,
      title: '가상법',
      text: '',
      start: 0,
      end: 0,
      document_id: 'd1',
      article_key: key,
    };
    expect(citationRoute(provision, citation({ article: name, quote: '말' }))).toEqual({
      page: 'corpora',
      view: 'document',
      documentId: 'd1',
      article: expected,
      quote: '말',
    });
  });
});

it('names each dependent once, those directly touched first', () => {
  const one = (id: string, cited: string, touched: boolean) => ({
    case_id: id,
    external_id: null,
    status: 'awaiting_review' as const,
    cited: [cited],
    touched,
  });
  const rule = { rule: 'V3.x', kind: 'V3' as const, article: '가상법 제1조', touched: false };
  const articles = [
    { cases: [one('a', '제1조', false), one('b', '제1조', false)], rules: [rule], links: [link()] },
    {
      cases: [one('b', '제2조', true)],
      rules: [{ ...rule, touched: true }],
      links: [link(), link({}, 9)],
    },
  ] as unknown as ImpactedArticle[];
  const found = dependents({
    title: '',
    from: version('a', null),
    to: version('b', null),
    articles,
  });
  expect(found.cases.map(({ case_id, cited }) => [case_id, ...cited])).toEqual([
    ['b', '제1조', '제2조'],
    ['a', '제1조'],
  ]);
  expect(found.rules).toEqual([{ ...rule, touched: true }]);
  expect(found.links.length).toBe(2);
});

describe('the quarantine', () => {
  const record = (path: string, reason: string, resolved = false): QuarantineRecord => ({
    path,
    where: 'line 1',
    reason,
    found_at: '2026-01-01T00:00:00Z',
    resolution: resolved
      ? {
          by: { id: 'r', name: '한', role: 'reviewer' },
          note: '고쳤다',
          at: '2026-01-02T00:00:00Z',
        }
      : null,
  });
  const all = [record('a.md', '번호', true), record('b.PDF', '그림뿐'), record('b.PDF', '번호')];

  it.each([
    ['', 3],
    ['번호', 2],
    ['b.pdf 번호', 1],
    ['고쳤다', 1],
    ['없음', 0],
  ])('filtered by %j', (text, n) => expect(filteredRecords(all, text).length).toBe(n));

  it('shows what is open first', () => {
    expect(filteredRecords(all, '').map(({ path }) => path)).toEqual(['b.PDF', 'b.PDF', 'a.md']);
    expect([openRecordsOf(all, 'b.PDF'), openRecordsOf(all, 'a.md')]).toEqual([2, 0]);
  });
});
