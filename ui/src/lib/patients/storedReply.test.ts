import { expect, it } from 'vitest';
import { citation } from '../testing/ask';
import { consulted } from '../testing/patients';
import { readStored } from './storedReply';
import { readReply } from './reply';

it.each([[null], [undefined], ['글'], [{}], [{ text: '' }], [[]]])('%j is no answer', (answer) => {
  expect(readStored(answer)).toBeNull();
});

it('that was kept whole is what it was', () => {
  const response = consulted({
    answer: '급함\n\n[병용금기] 가 + 나 [문서 1]\n\n하루 3정 [문서 1]\n\n맺음',
    paragraphs: [
      { kind: 'warning', text: '급함', n: null },
      { kind: 'notice', text: '[병용금기] 가 + 나 [문서 1]', n: 1 },
      { kind: 'quote', text: '하루 3정 [문서 1]', n: 1 },
      { kind: 'closing', text: '맺음', n: null },
    ],
    warnings: [{ rule: 'r', severity: 'urgent', text: '급함', source: '기록', drug: null }],
    citations: [citation({ n: 1 })],
    used: ['65세'],
    complexity: 'complex',
    k: 15,
    cache: { hit: true, similarity: 0.97, saved_ms: 21 },
    quality: {
      ...consulted().quality,
      by: 'judge',
      grounding: 1,
      overall: 0.85,
      model: { grounding: 0.9, completeness: 1, accuracy: 1, overall: 0.96 },
    },
    iterations: 2,
    rewritten: [['가', '나']],
    mode: 'plain',
    engine: 'chat:small',
    notices: ['모델이 없음'],
    timings_ms: { retrieve: 3.2, total: 8.1 },
  });
  const { answer: text, ...rest } = response;
  expect(readStored({ ...rest, text, cache_hit: true })).toEqual(readReply(response));
});

it('that was not scored has no quality, and what was not kept is absent', () => {
  const { answer: text, ...rest } = consulted({ answer: '안녕하세요.', complexity: 'greeting' });
  expect(readStored({ ...rest, text })?.quality).toBeNull();
  const old = readStored({ text: '하루 3정' });
  expect([old?.k, old?.complexity, old?.engine, old?.timings]).toEqual([null, null, null, {}]);
});

it('is read as far as it was kept, a warning once', () => {
  const reply = readStored({
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
