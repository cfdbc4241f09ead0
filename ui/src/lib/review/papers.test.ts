import { describe, expect, it } from 'vitest';
import type { CaseView } from '../backend/types';
import { offers } from './papers';

function of(status: string, verdict: string | null, actions: string[]): string[] {
  const view = {
    summary: { status, final_verdict: verdict },
    decisions: actions.map((action) => ({ action })),
  } as unknown as CaseView;
  return offers(view).map(({ paper }) => paper);
}

describe('papers of a case', () => {
  it('offers only what makes sense', () => {
    const always = ['report', 'case_file', 'pack'];
    expect(of('awaiting_review', null, [])).toEqual(always);
    expect(of('awaiting_revision', null, ['request_revision'])).toEqual([
      'report',
      'notice',
      'case_file',
      'pack',
    ]);
    expect(of('completed', '불허', ['approve'])).toEqual(['report', 'letter', 'case_file', 'pack']);
    expect(of('completed', '허용', ['request_revision', 'approve'])).toEqual([
      'report',
      'letter',
      'notice',
      'case_file',
      'pack',
    ]);
  });
});
