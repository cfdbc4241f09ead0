import { describe, expect, it } from 'vitest';
import type { DrugServiceView, DrugUpdate, OutboundSettings } from '../backend/types';
import { grouped, offersEverything, tallyPages, withService } from './drugUpdates';

const service = (key: string, over: Partial<DrugServiceView> = {}): DrugServiceView => ({
  key,
  name: key,
  group: 'label',
  followed: false,
  changes_only: false,
  large: false,
  complete: null,
  rows: null,
  interrupted: null,
  ...over,
});

const settings = (drug_data: string[]): OutboundSettings => ({
  enabled: false,
  hosts: [],
  proxy: null,
  law_service: null,
  laws: [],
  drug_service: null,
  drug_data,
});

it('services stand in their groups, in the order of the desk', () => {
  const groups = grouped([
    service('label'),
    service('a', { group: 'dur_product' }),
    service('b', { group: 'dur_product' }),
  ]);
  expect(groups.map(({ group, services }) => [group, services.map(({ key }) => key)])).toEqual([
    ['label', ['label']],
    ['dur_product', ['a', 'b']],
  ]);
  expect(grouped([])).toEqual([]);
});

it.each([
  [[], 'label', true, ['label']],
  [['label', 'permit'], 'label', true, ['permit', 'label']],
  [['label', 'permit'], 'label', false, ['permit']],
  [[], 'label', false, []],
])('of %j, %s followed %j leaves %j', (before, key, followed, after) => {
  expect(withService(settings(before), key, followed).drug_data).toEqual(after);
});

describe('fetching everything again', () => {
  it.each([
    [{ followed: true, changes_only: true, complete: '2026-11-20' }, true],
    [{ followed: true, changes_only: true }, false],
    [{ followed: false, changes_only: true, complete: '2026-11-20' }, false],
    [{ followed: true, complete: '2026-11-20' }, false],
  ])('with %j is offered: %j', (over, offered) => {
    expect(offersEverything([service('permit', over)])).toBe(offered);
  });
});

it('an update is summed up', () => {
  const update = (state: DrugUpdate['state'], new_pages: number): DrugUpdate => ({
    key: 'label',
    name: 'e약은요',
    state,
    rows: 0,
    new_pages,
    unchanged_pages: 0,
    gone_pages: 0,
    since: null,
    problem: '',
    fault: null,
  });
  const services = [update('new', 2), update('unchanged', 0), update('failed', 0)];
  const report = { services, check: false, cancelled: false, imported: null };
  expect(tallyPages(report)).toEqual({ added: 2, failed: 1 });
});
