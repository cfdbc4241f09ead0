import { describe, expect, it } from 'vitest';
import type { RuleExample } from '../backend/types';
import { byRule, gutter, hunks, lineRange, nextVersion } from './pack';

const example = (rule: string, text: string, holds: boolean): RuleExample => ({
  rule,
  text,
  holds,
  line: 1,
  fires: true,
  traces: [],
});

describe('a pack as text', () => {
  it('numbers its lines and marks those with a problem', () => {
    expect(gutter('가\n나\n', [{ line: 2, message: '' }])).toBe('1\n✕ 2\n3');
  });

  it.each([
    [1, 0, 1],
    [2, 2, 4],
    [3, 5, 5],
    [99, 5, 5],
    [0, 0, 1],
  ])('line %i stands at %i to %i', (line, from, to) => {
    expect(lineRange('가\n나다\n', line)).toEqual({ from, to });
  });

  it.each([
    ['version = "2026.3"', 'version = "2026.4"'],
    ["id = 'a'\nversion = '1.9-b'", "id = 'a'\nversion = '1.10-b'"],
    ['version = "first"', 'version = "first.1"'],
    ['title = "판 3"', 'title = "판 3"'],
  ])('%s becomes %s', (before, after) => {
    expect(nextVersion(before)).toBe(after);
  });
});

describe('examples', () => {
  it('come by rule, those that do not hold first', () => {
    const found = byRule([
      example('a', '1', true),
      example('b', '2', true),
      example('a', '3', true),
      example('b', '4', false),
    ]);
    expect(found.map(({ rule, failed }) => [rule, failed])).toEqual([
      ['b', 1],
      ['a', 0],
    ]);
    expect(found[0]?.examples.map(({ text }) => text)).toEqual(['4', '2']);
  });
});

describe('differences', () => {
  it('are none between equal texts', () => {
    expect(hunks('가\n', '가\n')).toEqual([]);
  });

  it('leave out what stays the same far away', () => {
    const before = ['1', '2', '3', '4', '5', '6', '7', '8', ''].join('\n');
    const found = hunks(before, before.replace('2\n', '둘\n'));
    expect(found.map(({ kind, lines }) => [kind, lines.length])).toEqual([
      ['same', 1],
      ['del', 1],
      ['ins', 1],
      ['same', 2],
      ['left', 4],
    ]);
  });
});
