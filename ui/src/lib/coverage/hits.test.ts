import { expect, it } from 'vitest';
import { evidence } from '../testing/coverage';
import { byCompany, wordsFound } from './hits';

const hit = (insurer_code: string, found: string, page: number) => ({
  ...evidence({ doc_type: '약관', page }),
  insurer_code,
  found,
});

it('groups pages by company in the order of the table, without empty ones', () => {
  const companies = ['A', 'B', 'C'].map((code) => ({ code, name: `회사 ${code}` }));
  const groups = byCompany([hit('C', '암', 3), hit('A', '암', 9), hit('C', '암', 1)], companies);
  expect(groups.map(({ name, hits }) => [name, hits.map(({ page }) => page)])).toEqual([
    ['회사 A', [9]],
    ['회사 C', [3, 1]],
  ]);
});

it('says each word once', () => {
  expect(wordsFound([hit('A', '암', 1), hit('B', '유사암', 2), hit('C', '암', 3)])).toEqual([
    '암',
    '유사암',
  ]);
});
