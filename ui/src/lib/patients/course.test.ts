import { expect, it } from 'vitest';
import { ko } from '../words/ko';
import { layout } from '../review/layout';
import { courseGraph, isNode, NODES } from './course';

const graph = courseGraph(
  { check_similarity: 0.2, assemble_context: 1, retrieve: 3, quality_check: 0.1, total: 9 },
  1,
  ko.patients.nodes,
);

it('a run has ten nodes, those taken with their time and how often', () => {
  expect(graph.nodes.map(({ name }) => name)).toEqual(NODES);
  const of = (name: string) => graph.nodes.find((node) => node.name === name);
  expect(of('retrieve')).toEqual({
    name: 'retrieve',
    label: '검색',
    state: 'done',
    ms: 3,
    visits: 2,
  });
  expect(of('assemble_context')?.visits).toBe(3);
  expect(of('check_similarity')?.visits).toBe(1);
  expect(of('extract_slots')).toMatchObject({ state: 'pending', ms: null, visits: 0 });
});

it('only the way back to the search leads back', () => {
  expect(layout(graph).back.map(([from, to]) => [from.name, to.name])).toEqual([
    ['quality_check', 'retrieve'],
  ]);
});

it('a node of a newer desk is none', () => {
  expect(isNode('retrieve')).toBe(true);
  expect(isNode('total')).toBe(false);
});
