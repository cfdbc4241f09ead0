import { expect, it } from 'vitest';
import { timeline } from './timeline';

it('tells what happened in the order of time', () => {
  const ad = { text: '', access_restricted: false, evidence: [] };
  const checkpoint = (seq: number, at: string) => ({
    run_id: 'r',
    seq,
    node: `n${seq}`,
    at,
    answer: false,
    ms: 1,
    bytes: 1,
  });
  const entries = timeline({
    versions: [
      { version: 1, ad, submitted_at: '2026-01-01T00:00:00Z' },
      { version: 2, ad, submitted_at: '2026-01-03T09:00:00+09:00' },
    ],
    checkpoints: [
      checkpoint(1, '2026-01-01T00:00:00Z'),
      checkpoint(2, '2026-01-01T00:00:01.5Z'),
      checkpoint(3, '2026-01-04T00:00:00Z'),
    ],
    packs: [],
    model_calls: [],
    decisions: [
      {
        id: 'd',
        case_id: 'c',
        action: 'request_revision',
        reviewer: { id: 'r', name: '한', role: 'reviewer' },
        decided_at: '2026-01-02T00:00:00Z',
        verdict: null,
        note: '',
        diff: '',
      },
    ],
  });
  expect(entries.map(({ what }) => what)).toEqual([
    'version',
    'checkpoint',
    'checkpoint',
    'decision',
    'version',
    'checkpoint',
  ]);
});
