import { expect, it } from 'vitest';
import { href, parseRoute, type Route } from './route';

it.each<[string, Route]>([
  ['#/review', { page: 'review', caseId: null }],
  ['#/review/0194-a', { page: 'review', caseId: '0194-a' }],
  ['#/new', { page: 'new' }],
  ['#/settings', { page: 'settings' }],
  ['#/corpora', { page: 'corpora', view: 'documents' }],
  ['#/corpora/import', { page: 'corpora', view: 'import' }],
  [
    `#/corpora/document/d%2F1/${encodeURIComponent('제56조')}`,
    { page: 'corpora', view: 'document', documentId: 'd/1', article: '제56조' },
  ],
  ['#/corpora/document/d1', { page: 'corpora', view: 'document', documentId: 'd1', article: null }],
])('%s', (hash, route) => {
  expect(parseRoute(hash)).toEqual(route);
  expect(href(route)).toBe(hash);
});

it.each(['', '#', '#/', '#/nowhere', '#/%zz'])('%j leads to the queue', (hash) => {
  expect(parseRoute(hash)).toEqual({ page: 'review', caseId: null });
});
