import { expect, it } from 'vitest';
import { extent } from './imported';

it('sums what is there over the companies', () => {
  const insurer = { code: 'A', name: '가온손해보험', documents: 2, pages: 30 };
  expect(extent([])).toEqual({ insurers: 0, documents: 0, pages: 0 });
  expect(extent([insurer, { ...insurer, code: 'B', pages: 5 }])).toEqual({
    insurers: 2,
    documents: 4,
    pages: 35,
  });
});
