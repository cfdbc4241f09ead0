import { expect, it } from 'vitest';
import { following } from './particle';

it.each([
  ['가상정', '으로', '으로'],
  ['타이레놀', '으로', '로'],
  ['와파린', '으로', '으로'],
  ['게보린에스', '으로', '로'],
  ['약'.normalize('NFD'), '으로', '으로'],
  ['Tylenol', '으로', '로'],
  ['', '으로', '로'],
  ['김심의', '이', '가'],
  ['박서준', '이', '이'],
  ['불허', '으로', '로'],
  ['의료법 제56조', '은', '는'],
  ['ads.jsonl', '을', '을'],
  ['insurers.csv', '을', '를'],
  ['2026-03-01', '이', '이'],
  ['2026-03-02', '이', '가'],
  ['의료법(법률)', '과', '과'],
  ['‘광고’', '이라는', '라는'],
] as const)('%s with %s: %s', (word, particle, expected) =>
  expect(following(word, particle)).toBe(expected),
);
