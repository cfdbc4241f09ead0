import type { ArticlePart, ArticleView } from '../backend/types';
import { heading } from './toc';

/** A 편·장·절, a part of the law, or an article. */
export interface TreeNode {
  id: string;
  label: string;
  /** The article it opens; `null` for a group. */
  article: ArticleView | null;
  children: TreeNode[];
}

/** The names of the groups beside the main text of a law. */
export interface PartNames {
  supplementary: string;
  annex: string;
}

/** 편/장/절 › 조 in the document's own order, 부칙 and 별표 apart. */
export function buildTree(articles: readonly ArticleView[], names: PartNames): TreeNode[] {
  const roots: TreeNode[] = [];
  const of = (...parts: ArticlePart[]) => articles.filter(({ part }) => parts.includes(part));
  for (const article of of('main', 'section')) place(roots, '', article.breadcrumb, leaf(article));
  for (const part of ['supplementary', 'annex'] as const) {
    const found = of(part);
    if (found.length === 0) continue;
    const group: TreeNode = { id: part, label: names[part], article: null, children: [] };
    for (const article of found) {
      const above = article.breadcrumb.filter((step) => step !== names[part]);
      const alone = above.length > 0 && found.filter((one) => same(one, article)).length === 1;
      const node = alone || above.length === 0 ? leaf(article) : inner(article);
      place(group.children, part, alone ? above.slice(0, -1) : above, node);
    }
    roots.push(group);
  }
  return roots;
}

/** A node as the page shows it, with what a screen reader needs to know of it. */
export interface TreeRow {
  node: TreeNode;
  level: number;
  position: number;
  size: number;
  /** `null` for an article, which has nothing inside. */
  open: boolean | null;
  parent: string | null;
}

/** The rows to show. Groups that a filter matches are open. */
export function treeRows(
  nodes: readonly TreeNode[],
  open: ReadonlySet<string>,
  filter = '',
): TreeRow[] {
  const words = close(filter);
  const shown = words === '' ? nodes : nodes.flatMap((node) => matching(node, words));
  const rows: TreeRow[] = [];
  const draw = (list: readonly TreeNode[], level: number, parent: string | null): void => {
    list.forEach((node, index) => {
      const isOpen = node.article ? null : words !== '' || open.has(node.id);
      rows.push({ node, level, position: index + 1, size: list.length, open: isOpen, parent });
      if (isOpen) draw(node.children, level + 1, node.id);
    });
  };
  draw(shown, 1, null);
  return rows;
}

/** The groups above an article, outermost first. */
export function above(nodes: readonly TreeNode[], key: string): string[] {
  for (const node of nodes) {
    if (node.article?.key === key) return [];
    const inner = above(node.children, key);
    if (inner.length > 0 || node.children.some((child) => child.article?.key === key))
      return [node.id, ...inner];
  }
  return [];
}

/** The groups that are open at first: all of a short law, and only those above the article of a long one. */
export function openAtFirst(nodes: readonly TreeNode[], key: string | null): Set<string> {
  const main = nodes.filter(({ id }) => id !== 'supplementary' && id !== 'annex');
  const open = new Set(key === null ? [] : above(nodes, key));
  const groups = main.flatMap(groupsOf);
  if (countLeaves(main) <= 80) for (const id of groups) open.add(id);
  return open;
}

/** The effect of a key in the tree: the focus moves, or a group opens or closes. */
export type TreeMove = { focus: string } | { open: string } | { close: string };

/** The keys of the ARIA tree pattern. `null` when the key means nothing here. */
export function treeKey(rows: readonly TreeRow[], focused: string, key: string): TreeMove | null {
  const at = rows.findIndex(({ node }) => node.id === focused);
  const row = rows[at];
  if (!row) return null;
  const to = (index: number): TreeMove | null => {
    const target = rows[index];
    return target ? { focus: target.node.id } : null;
  };
  switch (key) {
    case 'ArrowDown':
      return to(at + 1);
    case 'ArrowUp':
      return to(at - 1);
    case 'Home':
      return to(0);
    case 'End':
      return to(rows.length - 1);
    case 'ArrowRight':
      if (row.open === null) return null;
      return row.open ? to(at + 1) : { open: row.node.id };
    case 'ArrowLeft':
      if (row.open) return { close: row.node.id };
      return row.parent === null ? null : { focus: row.parent };
    default:
      return null;
  }
}

function leaf(article: ArticleView): TreeNode {
  return { id: `article:${article.key}`, label: heading(article), article, children: [] };
}

/** Under the heading of its 부칙 an article is named by its number alone. */
function inner(article: ArticleView): TreeNode {
  const key = article.key.replace(/^부칙\([^()]*\)\s*/u, '');
  const node = leaf(article);
  return key === '' ? node : { ...node, label: heading({ key, title: article.title }) };
}

function place(
  siblings: TreeNode[],
  parent: string,
  path: readonly string[],
  node: TreeNode,
): void {
  const [step, ...rest] = path;
  if (step === undefined) {
    siblings.push(node);
    return;
  }
  const last = siblings.at(-1);
  if (last && !last.article && last.label === step) {
    place(last.children, last.id, rest, node);
    return;
  }
  // The same heading may occur twice, so its position makes the name unique.
  const id = `${parent}/${siblings.length}:${step}`;
  const group: TreeNode = { id, label: step, article: null, children: [] };
  siblings.push(group);
  place(group.children, id, rest, node);
}

function matching(node: TreeNode, words: string): TreeNode[] {
  if (close(node.label).includes(words)) return [node];
  const children = node.children.flatMap((child) => matching(child, words));
  return children.length === 0 ? [] : [{ ...node, children }];
}

function groupsOf(node: TreeNode): string[] {
  return node.article ? [] : [node.id, ...node.children.flatMap(groupsOf)];
}

function countLeaves(nodes: readonly TreeNode[]): number {
  return nodes.reduce((sum, node) => sum + (node.article ? 1 : countLeaves(node.children)), 0);
}

function same(a: ArticleView, b: ArticleView): boolean {
  return a.breadcrumb.join('\n') === b.breadcrumb.join('\n');
}

function close(text: string): string {
  return text.normalize('NFC').replace(/\s+/gu, '');
}
