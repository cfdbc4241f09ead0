import { expect, it } from 'vitest';
import { href, parseRoute, type Route } from './route';

it.each<[string, Route]>([
  ['#/review', { page: 'review', caseId: null }],
  ['#/review/0194-a', { page: 'review', caseId: '0194-a' }],
  ['#/new', { page: 'new' }],
  ['#/ask', { page: 'ask' }],
  ['#/prescription', { page: 'prescription' }],
  ['#/patients', { page: 'patients', patientId: null }],
  ['#/patients/0194-a', { page: 'patients', patientId: '0194-a' }],
  ['#/coverage', { page: 'coverage' }],
  ['#/settings', { page: 'settings', place: 'general' }],
  ['#/settings/outbound', { page: 'settings', place: 'outbound' }],
  ['#/settings/models', { page: 'settings', place: 'models' }],
  ['#/corpora', { page: 'corpora', view: 'documents' }],
  ['#/corpora/import', { page: 'corpora', view: 'import' }],
  [
    `#/corpora/document/d%2F1/${encodeURIComponent('제56조')}`,
    { page: 'corpora', view: 'document', documentId: 'd/1', article: '제56조' },
  ],
  [
    `#/corpora/document/d1/${encodeURIComponent('제56조제2항')}/${encodeURIComponent('말 / 둘')}`,
    {
      page: 'corpora',
      view: 'document',
      documentId: 'd1',
      article: '제56조제2항',
      quote: '말 / 둘',
    },
  ],
  ['#/corpora/quarantine', { page: 'corpora', view: 'quarantine' }],
  ['#/corpora/digests', { page: 'corpora', view: 'digests' }],
  ['#/corpora/broken', { page: 'corpora', view: 'broken' }],
  ['#/corpora/rules', { page: 'corpora', view: 'rules' }],
  ['#/corpora/pack/award', { page: 'corpora', view: 'pack', packId: 'award', version: null }],
  [
    '#/corpora/pack/award/2026.3',
    { page: 'corpora', view: 'pack', packId: 'award', version: '2026.3' },
  ],
  ['#/corpora/history/d1', { page: 'corpora', view: 'history', documentId: 'd1' }],
  ['#/corpora/links/d1', { page: 'corpora', view: 'links', documentId: 'd1' }],
  [
    '#/corpora/compare/d1',
    { page: 'corpora', view: 'compare', documentId: 'd1', from: null, to: null },
  ],
  [
    '#/corpora/compare/d1/2020-01-01/2026-04-07',
    {
      page: 'corpora',
      view: 'compare',
      documentId: 'd1',
      from: '2020-01-01',
      to: '2026-04-07',
    },
  ],
  ['#/corpora/document/d1', { page: 'corpora', view: 'document', documentId: 'd1', article: null }],
])('%s', (hash, route) => {
  expect(parseRoute(hash)).toEqual(route);
  expect(href(route)).toBe(hash);
});

it('an address of the corpora that is none leads to the documents', () => {
  expect(parseRoute('#/corpora/nowhere/x')).toEqual({ page: 'corpora', view: 'documents' });
});

it('an address of the settings that is none leads to the general ones', () => {
  expect(parseRoute('#/settings/nowhere')).toEqual({ page: 'settings', place: 'general' });
});

it.each(['', '#', '#/', '#/nowhere', '#/%zz'])('%j leads to the queue', (hash) => {
  expect(parseRoute(hash)).toEqual({ page: 'review', caseId: null });
});
