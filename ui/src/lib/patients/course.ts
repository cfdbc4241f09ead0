import type { GraphView } from '../backend/types';

/** The ten nodes of a consultation, in reading order. */
export const NODES = [
  'check_similarity',
  'classify_intent',
  'extract_slots',
  'store_memory',
  'assemble_context',
  'retrieve',
  'generate_answer',
  'refine',
  'quality_check',
  'store_response',
] as const;
export type NodeName = (typeof NODES)[number];

/** The context is put together again with what was found; the edge back to it is left out to be read at a glance. */
const EDGES: readonly [NodeName, NodeName][] = [
  ['check_similarity', 'store_response'],
  ['check_similarity', 'classify_intent'],
  ['classify_intent', 'extract_slots'],
  ['classify_intent', 'assemble_context'],
  ['extract_slots', 'store_memory'],
  ['store_memory', 'assemble_context'],
  ['assemble_context', 'retrieve'],
  ['assemble_context', 'generate_answer'],
  ['retrieve', 'generate_answer'],
  ['generate_answer', 'refine'],
  ['generate_answer', 'store_response'],
  ['refine', 'quality_check'],
  ['quality_check', 'retrieve'],
  ['quality_check', 'store_response'],
];

/** The nodes that every further search passes again. */
const LOOP: readonly NodeName[] = ['retrieve', 'generate_answer', 'refine', 'quality_check'];

/** A run as a graph, from the time that each node took. */
export function courseGraph(
  timings: Readonly<Record<string, number | undefined>>,
  iterations: number,
  labels: Readonly<Record<NodeName, string>>,
): GraphView {
  const nodes = NODES.map((name) => {
    const ms = timings[name] ?? null;
    const searched = name === 'assemble_context' && timings['retrieve'] !== undefined;
    const again = LOOP.includes(name) ? iterations : searched ? iterations + 1 : 0;
    return {
      name,
      label: labels[name],
      state: ms === null ? ('pending' as const) : ('done' as const),
      ms,
      visits: ms === null ? 0 : 1 + again,
    };
  });
  return { nodes, edges: EDGES.map(([from, to]) => [from, to, null]), mermaid: '' };
}

export function isNode(name: string): name is NodeName {
  return NODES.some((one) => one === name);
}
