import { describe, expect, it } from 'vitest';
import type { DigestEntry, DigestReading } from '../backend/types';
import { digestState, filteredDigests } from './digests';

function reading(verdict: DigestReading['verdict']): DigestReading {
  const by = { id: '1', name: '김약사', role: 'pharmacist' } as DigestReading['by'];
  return { by, verdict, note: '', at: '2026-11-26T00:00:00Z' };
}

function entry(title: string, readings: DigestReading[]): DigestEntry {
  return { document: { title } as DigestEntry['document'], readings };
}

describe('the state of a digest', () => {
  it.each([
    [[], 'unread'],
    [[reading('confirmed')], 'confirmed'],
    [[reading('confirmed'), reading('faulty')], 'faulty'],
    [[reading('faulty'), reading('confirmed')], 'confirmed'],
  ] as const)('is that of its last reading', (readings, expected) => {
    expect(digestState(readings)).toBe(expected);
  });
});

describe('the list of digests', () => {
  const all = [entry('가바펜틴', []), entry('메트포르민', [reading('confirmed')])];

  it.each([
    ['', false, ['가바펜틴', '메트포르민']],
    ['', true, ['가바펜틴']],
    ['메트', false, ['메트포르민']],
    ['메트', true, []],
  ] as const)('shows what is looked for: %s %s', (text, unreadOnly, expected) => {
    const found = filteredDigests(all, text, unreadOnly);
    expect(found.map(({ document }) => document.title)).toEqual(expected);
  });
});
