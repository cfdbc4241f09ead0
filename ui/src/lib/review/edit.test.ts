import { describe, expect, it } from 'vitest';
import { citation, result, violation } from '../testing/review';
import { changes, doubts, objection, revised, startRevision, toEdit } from './edit';

const DRAFT = result({
  verdict: '불허',
  citations: [
    citation({ quote: '가' }),
    citation({ quote: '나', status: 'NOT_FOUND' }),
    citation({ quote: '다' }),
  ],
  violations: [
    violation({ kind: 'V1', citations: [0, 1] }),
    violation({ kind: 'V6', citations: [2] }),
  ],
  suggestions: [{ claim_id: 'c1', before: '최고', after: '', why: '' }],
});

function revise(change: (revision: ReturnType<typeof startRevision>) => void) {
  const revision = startRevision(DRAFT);
  change(revision);
  return revision;
}

describe('editing a result', () => {
  it('sends nothing when nothing changed', () => {
    const revision = revise(() => undefined);
    expect(toEdit(DRAFT, revision)).toBeNull();
    expect(changes(DRAFT, revision)).toEqual([]);
    expect(objection(DRAFT, revision)).toBe('nothing');
  });

  it('sends only the parts that changed', () => {
    const revision = revise((one) => {
      one.verdict = '보류';
    });
    expect(toEdit(DRAFT, revision)).toEqual({
      verdict: '보류',
      violations: null,
      suggestions: null,
      citations: null,
    });
    expect(changes(DRAFT, revision)).toEqual([{ what: 'verdict', before: '불허', after: '보류' }]);
  });

  it('writes the indexes anew when a citation is taken out', () => {
    const revision = revise((one) => {
      const second = one.citations[1];
      if (second) second.kept = false;
    });
    const next = revised(revision);
    expect(next.citations.map(({ quote }) => quote)).toEqual(['가', '다']);
    expect(next.violations.map(({ citations }) => citations)).toEqual([[0], [1]]);
    for (const { citations } of next.violations) {
      for (const index of citations) expect(next.citations[index]).toBeDefined();
    }
    expect(changes(DRAFT, revision).map(({ what }) => what)).toEqual(['citation']);
  });

  it('names what was removed, added and changed', () => {
    const revision = revise((one) => {
      const [first, second] = one.violations;
      if (first) first.kept = false;
      if (second) second.value.severity = 'low';
      one.violations.push({ value: violation({ kind: 'V2' }), kept: true, added: true });
      one.violations.push({ value: violation({ kind: 'V9' }), kept: false, added: true });
      const suggestion = one.suggestions[0];
      if (suggestion) suggestion.value.after = '안전한';
    });
    expect(
      changes(DRAFT, revision).map(
        (change) => `${change.what} ${'how' in change ? change.how : ''}`,
      ),
    ).toEqual(['violation removed', 'violation changed', 'violation added', 'suggestion changed']);
    expect(revised(revision).violations.map(({ kind }) => kind)).toEqual(['V6', 'V2']);
  });

  it('does not touch the draft', () => {
    const before = JSON.stringify(DRAFT);
    revise((one) => {
      for (const entry of one.violations) entry.value.citations.push(0);
      one.verdict = '허용';
    });
    expect(JSON.stringify(DRAFT)).toBe(before);
  });

  it('refuses a violation without article, claim or reason', () => {
    const revision = revise((one) => {
      one.violations.push({ value: violation({ article: ' ' }), kept: true, added: true });
    });
    expect(objection(DRAFT, revision)).toBe('incomplete');
  });

  it.each([
    ['허용', true, true, ['allowedWithViolations', 'unconfirmed']],
    ['불허', false, true, ['deniedWithoutViolations', 'unconfirmed']],
    ['허용', false, false, []],
    ['보류', false, false, []],
  ] as const)(
    'doubts about %s, violations %s, bad citation %s',
    (verdict, violations, bad, expected) => {
      const revision = revise((one) => {
        one.verdict = verdict;
        if (!violations) for (const entry of one.violations) entry.kept = false;
        const second = one.citations[1];
        if (second) second.kept = bad;
      });
      expect(doubts(revision)).toEqual(expected);
    },
  );
});
