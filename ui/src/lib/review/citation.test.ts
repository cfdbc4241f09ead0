import { describe, expect, it } from 'vitest';
import type { CaseView, CitationStatus } from '../backend/types';
import { citation, result, summary, violation } from '../testing/review';
import { citationsOf, looseCitations, provisionsByCitation, supportOf, tone } from './citation';

describe('the tone of a citation', () => {
  it.each<[CitationStatus, boolean, string]>([
    ['VERIFIED', false, 'ok'],
    ['REPAIRED', false, 'ok'],
    ['VERIFIED', true, 'warn'],
    ['REPAIRED', true, 'warn'],
    ['MISATTRIBUTED', false, 'bad'],
    ['NOT_FOUND', true, 'bad'],
    ['REPEALED', false, 'bad'],
    ['TITLE_MISMATCH', false, 'bad'],
    ['UNCHECKED', false, 'bad'],
  ])('%s, digest %s: %s', (status, digest, expected) => {
    expect(tone(citation({ status, digest }))).toBe(expected);
  });
});

describe('citations of a result', () => {
  const subject = result({
    citations: [
      citation({}),
      citation({ kind: 'precedent' }),
      citation({ kind: 'guideline', article: '가상 심의기준' }),
      citation({}),
    ],
    violations: [violation({ citations: [1, 2, 0, 9] })],
  });

  it.each([
    ['가상법 제1조', [1, 2, 0, 9], 0, [2], [1]],
    ['가상 심의기준', [1, 2, 0], 2, [0], [1]],
    ['어디에도 없는 조문', [2, 0], 2, [0], []],
    ['가상법 제1조', [1], null, [], [1]],
  ])('of a violation of %s citing %j', (article, citations, main, others, precedents) => {
    const found = citationsOf(subject, { article, citations });
    expect(found.main?.index ?? null).toBe(main);
    expect(found.others.map(({ index }) => index)).toEqual(others);
    expect(found.precedents.map(({ index }) => index)).toEqual(precedents);
  });

  it('lists what no violation uses', () => {
    expect(looseCitations(subject).map(({ index }) => index)).toEqual([3]);
  });
});

describe('how the search found a citation', () => {
  const found = {
    claim_id: 'c1',
    kind: 'V3' as const,
    article: '가상법 제1조',
    rank: 2,
    by_words: 1,
    named_by_rule: true,
  };
  const subject = result({ support: [found] });
  const of = (article: string, claim = 'c1') =>
    supportOf(subject, { claim_id: claim, kind: 'V3' }, citation({ article }));

  it('is told for the violation that the search was for', () => {
    expect(of('가상법 제1조')).toEqual(found);
    expect(of('가상법 제2조')).toBeNull();
    expect(of('가상법 제1조', 'c2')).toBeNull();
  });

  it('is not known for decisions and for older results', () => {
    const decision = citation({ kind: 'precedent', article: '가상법 제1조' });
    expect(supportOf(subject, { claim_id: 'c1', kind: 'V3' }, decision)).toBeUndefined();
    const older = result({});
    expect(supportOf(older, { claim_id: 'c1', kind: 'V3' }, citation({}))).toBeUndefined();
  });
});

describe('the article behind a citation', () => {
  const drawn = result({
    citations: ['가', '나', '다'].map((quote) => citation({ quote, chunk_id: quote })),
  });
  const provisions = [0, 1, 2].map((index) => ({
    citation: index,
    title: `법 ${index}`,
    text: '',
    start: 0,
    end: 0,
    document_id: '',
    article_key: '',
  }));
  const view = (final: CaseView['final_result']): CaseView => ({
    summary: summary({}),
    ad: { text: '', access_restricted: false, evidence: [] },
    versions: [],
    signatures: [],
    reopenings: [],
    warnings: [],
    approved: null,
    grounds: [],
    result: drawn,
    final_result: final,
    provisions,
    decisions: [],
    notice: null,
    changes: [],
    run_id: null,
    question_id: null,
    graph: { nodes: [], edges: [], mermaid: '' },
    finalized_at: null,
    human_reviewed: false,
    as_of: null,
    failure: null,
  });
  const titles = (subject: CaseView) =>
    [...provisionsByCitation(subject)].map(([at, { title }]) => [at, title]);

  it('is found by its place', () => {
    expect(titles(view(null))).toEqual([
      [0, '법 0'],
      [1, '법 1'],
      [2, '법 2'],
    ]);
  });

  it('moves with its citation when a person took one out', () => {
    const final = { ...drawn, citations: drawn.citations.filter(({ quote }) => quote !== '나') };
    expect(titles(view(final))).toEqual([
      [0, '법 0'],
      [1, '법 2'],
    ]);
  });
});
