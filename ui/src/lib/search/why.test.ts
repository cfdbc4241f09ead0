import { describe, expect, it } from 'vitest';
import { figure, stageRows } from './ranking';

describe('scores as they are written', () => {
  it.each([
    [123.46, '123'],
    [12.34, '12.3'],
    [1, '1.00'],
    [0.8126, '0.813'],
    [0.0325, '0.0325'],
    [0, '0.0000'],
    [-0.12, '-0.120'],
    [-0.00001, '0.0000'],
  ])('%d', (value, expected) => expect(figure(value)).toBe(expected));
});

describe('why a hit is where it is', () => {
  it('names every stage in its order, and leaves absent ones empty', () => {
    const rows = stageRows({
      ranks: { bm25: 2, dense: null, fused: 3, rerank: 1 },
      why: {
        bm25: { score: 9.5, contribution: 1 / 62 },
        dense: null,
        fused: { score: 1 / 62, contribution: 1 / 62 },
        rerank: { score: 0.75, contribution: 0.75 },
        computation: '1/(60+2)',
      },
    });
    expect(
      rows.map(({ stage, rank, score, contribution }) => [stage, rank, score, contribution]),
    ).toEqual([
      ['bm25', '2', '9.50', '0.0161'],
      ['dense', null, null, null],
      ['fused', '3', '0.0161', '0.0161'],
      ['rerank', '1', '0.750', '0.750'],
    ]);
  });

  it('a score of zero is a score', () => {
    const nothing = { bm25: null, dense: null, fused: null, rerank: null };
    const [words] = stageRows({
      ranks: { ...nothing, bm25: 1 },
      why: { ...nothing, bm25: { score: 0, contribution: 0 }, computation: '' },
    });
    expect(words).toEqual({ stage: 'bm25', rank: '1', score: '0.0000', contribution: '0.0000' });
  });
});
