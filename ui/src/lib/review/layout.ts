import type { GraphView } from '../backend/types';

/** A node's place on a grid: rows run with time, columns side by side. */
export interface Placed {
  name: string;
  row: number;
  /** Centre, as a fraction of the width. */
  x: number;
}

export interface Layout {
  nodes: Placed[];
  rows: number;
  /** Edges that lead forwards, and edges that lead back, as after a rejected draft. */
  forward: [Placed, Placed][];
  back: [Placed, Placed][];
}

/**
 * Rows by longest path from the start, so that branches of a fan-out share one. Edges found to lead
 * back in a depth-first walk do not count. Edges to names that are no node (start, end) are left out.
 */
export function layout(graph: Pick<GraphView, 'nodes' | 'edges'>): Layout {
  const names = graph.nodes.map((node) => node.name);
  const known = new Set(names);
  const edges = graph.edges.filter(([from, to]) => known.has(from) && known.has(to) && from !== to);
  const backward = backEdges(names, edges);
  const onward = edges.filter((edge) => !backward.has(edge));
  const row = new Map<string, number>(names.map((name) => [name, 0]));
  for (let pass = 0; pass < names.length; pass += 1) {
    for (const [from, to] of onward) {
      row.set(to, Math.max(row.get(to) ?? 0, (row.get(from) ?? 0) + 1));
    }
  }
  const byRow = new Map<number, string[]>();
  for (const name of names) {
    const at = row.get(name) ?? 0;
    byRow.set(at, [...(byRow.get(at) ?? []), name]);
  }
  const placed = new Map<string, Placed>();
  for (const [at, members] of byRow) {
    members.forEach((name, index) => {
      placed.set(name, { name, row: at, x: (index + 0.5) / members.length });
    });
  }
  const pairs = (list: typeof edges) =>
    list.flatMap(([from, to]): [Placed, Placed][] => {
      const a = placed.get(from);
      const b = placed.get(to);
      return a && b ? [[a, b]] : [];
    });
  return {
    nodes: [...placed.values()],
    rows: Math.max(0, ...byRow.keys()) + (names.length > 0 ? 1 : 0),
    forward: pairs(onward),
    back: pairs(edges.filter((edge) => backward.has(edge))),
  };
}

type Edge = GraphView['edges'][number];

function backEdges(names: readonly string[], edges: readonly Edge[]): Set<Edge> {
  const found = new Set<Edge>();
  const state = new Map<string, 'open' | 'closed'>();
  const visit = (name: string): void => {
    state.set(name, 'open');
    for (const edge of edges) {
      if (edge[0] !== name) continue;
      const seen = state.get(edge[1]);
      if (seen === 'open') found.add(edge);
      else if (seen === undefined) visit(edge[1]);
    }
    state.set(name, 'closed');
  };
  const entered = new Set(edges.map(([, to]) => to));
  for (const name of [...names.filter((n) => !entered.has(n)), ...names]) {
    if (!state.has(name)) visit(name);
  }
  return found;
}
