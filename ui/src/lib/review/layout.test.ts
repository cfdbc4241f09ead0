import { describe, expect, it } from 'vitest';
import type { GraphView } from '../backend/types';
import { layout } from './layout';

function graph(text: string): Pick<GraphView, 'nodes' | 'edges'> {
  const edges = text.split(' ').map((edge): [string, string, null] => {
    const [from = '', to = ''] = edge.split('>');
    return [from, to, null];
  });
  const names = [...new Set(edges.flatMap(([from, to]) => [from, to]))].filter(
    (name) => name !== 'END',
  );
  return {
    edges,
    nodes: names.map((name) => ({ name, label: name, state: 'pending', ms: null, visits: 0 })),
  };
}

const rows = (text: string) =>
  Object.fromEntries(layout(graph(text)).nodes.map(({ name, row }) => [name, row]));

describe('the drawing of a run', () => {
  it('puts branches side by side and their join below', () => {
    expect(rows('a>b a>c b>d c>d')).toEqual({ a: 0, b: 1, c: 1, d: 2 });
    expect(layout(graph('a>b a>c b>d c>d')).nodes.map(({ x }) => x)).toEqual([
      0.5, 0.25, 0.75, 0.5,
    ]);
  });

  it('lets the longest way decide the row', () => {
    expect(rows('a>b b>c a>c')).toEqual({ a: 0, b: 1, c: 2 });
  });

  it('draws a loop back apart', () => {
    const drawn = layout(graph('draft>verify verify>draft verify>person'));
    expect(drawn.back.map(([from, to]) => `${from.name}>${to.name}`)).toEqual(['verify>draft']);
    expect(drawn.forward).toHaveLength(2);
    expect(drawn.rows).toBe(3);
  });

  it('leaves out edges to what is no node', () => {
    const drawn = layout(graph('a>b b>END'));
    expect(drawn.forward).toHaveLength(1);
    expect(drawn.rows).toBe(2);
  });

  it('ends on a ring with no way in, and on nothing', () => {
    expect(layout(graph('a>b b>c c>a')).back).toHaveLength(1);
    expect(layout({ nodes: [], edges: [] })).toEqual({ nodes: [], rows: 0, forward: [], back: [] });
  });
});
