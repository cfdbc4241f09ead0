import { expect, it } from 'vitest';
import { answer } from '../testing/coverage';
import { eachCoverage, eachInTurn, toggled } from './several';

const cancer = { code: 'A1', name: '암진단비' };
const stroke = { code: 'A2', name: '뇌졸중진단비' };

it('ticks and unticks a coverage by its code', () => {
  expect(toggled([], cancer)).toEqual([cancer]);
  expect(toggled([cancer], stroke)).toEqual([cancer, stroke]);
  expect(toggled([cancer, stroke], { ...cancer, name: '암' })).toEqual([stroke]);
});

it('asks in turn, in the order of the ticks', async () => {
  const told: number[] = [];
  let open = 0;
  const ask = async ({ name }: { name: string }) => {
    open += 1;
    expect(open).toBe(1);
    await Promise.resolve();
    open -= 1;
    return name;
  };
  expect(await eachInTurn([stroke, cancer], ask, (done) => told.push(done))).toEqual([
    '뇌졸중진단비',
    '암진단비',
  ]);
  expect(told).toEqual([0, 1]);
});

it('has an answer a coverage, in the order of the questions', () => {
  const [stroke, fracture] = [answer({ query: 'B' }), answer({ query: 'C' })];
  const asked = answer({ query: 'A', others: [stroke] });
  expect(eachCoverage([asked, fracture])).toEqual([asked, stroke, fracture]);
});
