import { expect, it } from 'vitest';
import { toward } from './particle';

it.each([
  ['가상정', '으로'],
  ['타이레놀', '로'],
  ['와파린', '으로'],
  ['게보린에스', '로'],
  ['약'.normalize('NFD'), '으로'],
  ['Tylenol', '로'],
  ['', '로'],
] as const)('%s%s', (word, expected) => expect(toward(word)).toBe(expected));
