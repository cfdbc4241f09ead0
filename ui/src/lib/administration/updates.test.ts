import { describe, expect, it } from 'vitest';
import type { DocumentSummary, FollowedLaw, OutboundSettings } from '../backend/types';
import { dayOf, following, suggestions, tally, withoutLaw } from './updates';

const law = (title: string, collection: FollowedLaw['collection'] = 'law'): FollowedLaw => ({
  collection,
  title,
});

const settings = (laws: FollowedLaw[]): OutboundSettings => ({
  enabled: false,
  hosts: ['www.law.go.kr'],
  proxy: null,
  law_service: null,
  laws,
  drug_service: null,
  drug_data: [],
});

describe('followed laws', () => {
  it('each stands once in its collection', () => {
    const one = settings([law('의료법')]);
    expect(following(one, law('의료법'))).toBe(one);
    const two = following(one, law('의료법', 'eflaw'));
    expect(two.laws).toEqual([law('의료법'), law('의료법', 'eflaw')]);
    expect(two.hosts).toEqual(one.hosts);
    expect(withoutLaw(two, law('의료법')).laws).toEqual([law('의료법', 'eflaw')]);
  });

  it('stored statutes that are not followed are suggested, each once', () => {
    const document = (title: string, kind: DocumentSummary['kind'] = 'statute') =>
      ({ title, kind }) as DocumentSummary;
    const stored = [
      document('의료법 시행령'),
      document('의료법'),
      document('의료법'),
      document('심의기준', 'guideline'),
      document('약사법'),
    ];
    expect(suggestions(stored, [law('약사법')])).toEqual(['의료법', '의료법 시행령']);
  });
});

it('an update is summed up', () => {
  const one = (state: 'new' | 'unchanged' | 'failed', added: number) => ({
    title: '법',
    state,
    new: added,
    unchanged: 0,
    problem: '',
    fault: null,
  });
  const laws = [one('new', 2), one('unchanged', 0), one('failed', 1)];
  const report = { laws, check: false, cancelled: false, imported: null };
  expect(tally(report)).toEqual({ added: 3, failed: 1 });
});

it.each([
  ['20260301', '2026-03-01'],
  ['', ''],
  ['2026.3.1', '2026.3.1'],
])('%j is shown as %j', (digits, day) => {
  expect(dayOf(digits)).toBe(day);
});
