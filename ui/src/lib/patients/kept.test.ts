import { expect, it } from 'vitest';
import { citation } from '../testing/ask';
import { readKept } from './kept';

it.each([[null], [undefined], ['글'], [{}], [{ text: '' }], [[]]])('%j is no answer', (answer) => {
  expect(readKept(answer)).toBeNull();
});

it('is read as far as it was kept, a warning once', () => {
  const reply = readKept({
    text: '급함\n\n하루 3정 [문서 1] [문서 2]\n\n전문가와 상담하세요.',
    citations: [citation({ n: 1 }), { n: 2, chunk_id: 'c', title: '가상정', section: '' }, 'x'],
    warnings: [{ severity: 'urgent', text: '급함', source: '기록' }],
    used: ['65세'],
    stopped_by: 'cache_hit',
    cache_hit: true,
  });
  expect(reply?.warnings).toEqual([{ severity: 'urgent', text: '급함', source: '기록' }]);
  // A source whose document was not kept stays words.
  expect(reply?.paragraphs).toEqual([
    [{ text: '하루 3정 ' }, { source: citation({ n: 1 }) }, { text: ' [문서 2]' }],
  ]);
  expect(reply?.closing).toEqual(['전문가와 상담하세요.']);
  expect([reply?.used, reply?.fromCache, reply?.stoppedBy]).toEqual([['65세'], true, 'cache_hit']);
});
