import { describe, expect, it } from 'vitest';
import { search as ko } from '../words/ko/search';
import { dayOfForce, forceOf, versionsBelow } from './versions';

const days = (from: string | null, to: string | null, ended: string | null, inForce = false) => ({
  in_force: inForce,
  effective_from: from,
  effective_to: to,
  ended_since: ended,
});

describe('the force of a hit', () => {
  it.each([
    ['in force', days('2020-01-01', null, null, true), 'inForce', ''],
    ['ended', days('2010-01-01', '2014-12-31', '2015-01-01'), 'ended', '2015. 1. 1.부터 효력 없음'],
    ['not begun', days('2030-01-01', null, null), 'notYet', '2030. 1. 1.부터 시행'],
    ['never in force', days('2010-01-01', '2009-12-31', null), 'notInForce', ''],
    ['without days', days(null, null, null), 'notInForce', ''],
  ])('%s', (_, hit, force, day) => {
    expect(forceOf(hit)).toBe(force);
    expect(dayOfForce(hit, ko.search)).toBe(day);
  });
});

describe('the versions below a hit', () => {
  const from = (day: string | null) => ({ effective_from: day });
  it.each([
    [['2010-01-01', '2015-01-01'], '이전 판 2개'],
    [['2010-01-01', null], '이전 판 2개'],
    [['2010-01-01', '2027-01-01'], '다른 판 2개'],
  ])('%s', (others, expected) => {
    const hit = { ...from('2020-01-01'), other_versions: others.map(from) };
    expect(versionsBelow(hit, ko.search)).toBe(expected);
  });
});
