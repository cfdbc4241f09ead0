import { describe, expect, it } from 'vitest';
import type { ChangedGround } from '../backend/types';
import { rereview } from '../words/ko/rereview';
import { groundWords } from './grounds';

describe('groundWords', () => {
  const pack = (version: string) => ({ id: 'award', version, sha256: '0' });
  const cases: [string, ChangedGround, string][] = [
    ['a new pack', { ground: 'pack', was: null, now: pack('2') }, '규칙 묶음 award: 없음 → 2'],
    [
      'a replaced pack',
      { ground: 'pack', was: pack('1'), now: pack('2') },
      '규칙 묶음 award: 1 → 2',
    ],
    [
      'a source that is gone',
      { ground: 'source', article: '의료법 제56조', was: '법률 제1호', now: null },
      '저장된 원문 의료법 제56조: 법률 제1호 → 없음',
    ],
    [
      'an amended law',
      { ground: 'law', article: '의료법 제56조', was: '법률 제1호', now: '법률 제2호' },
      '법령 개정 의료법 제56조: 법률 제1호 → 법률 제2호',
    ],
  ];
  it.each(cases)('%s', (_, ground, words) => {
    expect(groundWords(ground, rereview.affected)).toBe(words);
  });
});
