import { describe, expect, it } from 'vitest';
import { citation } from '../testing/ask';
import { consulted } from '../testing/patients';
import { severityOf } from '../safety/warning';
import { readReply, sortedWarnings } from './reply';

const rule = (severity: string, text: string) => ({
  rule: 'r',
  severity,
  text,
  source: '출처',
  drug: null,
});

describe('what is said first', () => {
  it('is the gravest, and no word twice', () => {
    const listed = [rule('caution', '조심'), rule('urgent', '급함')];
    expect(sortedWarnings(listed, ['119', '급함', '조심']).map(({ text }) => text)).toEqual([
      '119',
      '급함',
      '조심',
    ]);
  });

  it('without a rule of its own is an emergency', () => {
    expect(sortedWarnings([], ['119'])).toEqual([
      { severity: 'emergency', text: '119', source: '' },
    ]);
  });

  it('of an unknown degree is taken for the gravest', () => {
    expect(severityOf('fatal')).toBe('emergency');
    expect(severityOf('caution')).toBe('caution');
  });
});

describe('an answer', () => {
  const one = citation({ n: 1 });
  const reply = readReply(
    consulted({
      citations: [one],
      warnings: [rule('urgent', '급함')],
      paragraphs: [
        { kind: 'warning', text: '급함', n: null },
        { kind: 'notice', text: '[병용금기] 가 + 나 [문서 1]', n: 1 },
        { kind: 'lead', text: '앞', n: null },
        { kind: 'new', text: '뒤 [문서 1]', n: 1 },
        { kind: 'closing', text: '맺음', n: null },
      ],
    }),
  );

  it('has each paragraph in one place, an unknown kind among the others', () => {
    expect(reply.warnings.map(({ text }) => text)).toEqual(['급함']);
    expect(reply.notices).toEqual([[{ text: '[병용금기] 가 + 나 ' }, { source: one }]]);
    expect(reply.paragraphs).toEqual([[{ text: '앞' }], [{ text: '뒤 ' }, { source: one }]]);
    expect(reply.closing).toEqual(['맺음']);
  });

  it('that was not scored has no quality', () => {
    expect(reply.quality).toBeNull();
    const quality = { ...consulted().quality, overall: 0.4 };
    expect(readReply(consulted({ quality })).quality).toBe(quality);
  });
});
