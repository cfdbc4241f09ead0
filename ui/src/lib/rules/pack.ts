import type { RuleExample, RulePackVersion, RuleProblem } from '../backend/types';
import { diffLines, type Part } from '../text/diff';

/** The numbers beside a text, one a line; a line with a problem has a mark before its number. */
export function gutter(text: string, problems: readonly RuleProblem[]): string {
  const bad = new Set(problems.map(({ line }) => line));
  const lines = text.split('\n').length;
  return Array.from({ length: lines }, (_, at) =>
    bad.has(at + 1) ? `✕ ${at + 1}` : `${at + 1}`,
  ).join('\n');
}

/** Where a line of a text begins and ends, in UTF-16 units; the last line for one beyond it. */
export function lineRange(text: string, line: number): { from: number; to: number } {
  const lines = text.split('\n');
  const at = Math.min(Math.max(line, 1), lines.length) - 1;
  const from = lines.slice(0, at).reduce((sum, one) => sum + one.length + 1, 0);
  return { from, to: from + (lines[at]?.length ?? 0) };
}

/** The examples of one rule. */
export interface RuleExamples {
  rule: string;
  examples: RuleExample[];
  /** The number of examples that fail. */
  failed: number;
}

/** Examples by rule, those that do not hold first in each; rules with any such come first. */
export function byRule(examples: readonly RuleExample[]): RuleExamples[] {
  const rules = new Map<string, RuleExample[]>();
  for (const example of examples) {
    const own = rules.get(example.rule);
    if (own) own.push(example);
    else rules.set(example.rule, [example]);
  }
  const order = (example: RuleExample) => (example.holds ? 1 : 0);
  return [...rules]
    .map(([rule, own]) => ({
      rule,
      examples: own.toSorted((a, b) => order(a) - order(b)),
      failed: own.filter(({ holds }) => !holds).length,
    }))
    .toSorted((a, b) => Number(b.failed > 0) - Number(a.failed > 0));
}

/** The text with its version counted up, to start a new version from. */
export function nextVersion(text: string): string {
  return text.replace(/^(version\s*=\s*["'])([^"']*)(["'])/mu, (_, before, version, after) => {
    const counted = String(version).replace(/\d+(?=\D*$)/u, (last) => String(Number(last) + 1));
    return `${String(before)}${counted === version ? `${String(version)}.1` : counted}${String(after)}`;
  });
}

/** A run of lines that differ, or the few around them; `left` out lines are counted. */
export interface Hunk {
  kind: Part['kind'] | 'left';
  lines: string[];
}

/** What differs between two texts, with `context` lines around. */
export function hunks(before: string, after: string, context = 2): Hunk[] {
  const parts = diffLines(before, after);
  if (parts.every(({ kind }) => kind === 'same')) return [];
  return parts.flatMap((part, at): Hunk[] => {
    const lines = part.text.replace(/\n$/u, '').split('\n');
    if (part.kind !== 'same') return [{ kind: part.kind, lines }];
    const head = at === 0 ? 0 : context;
    const tail = at === parts.length - 1 ? 0 : context;
    if (lines.length <= head + tail + 1) return [{ kind: 'same', lines }];
    const shown: Hunk[] = [
      { kind: 'same', lines: lines.slice(0, head) },
      { kind: 'left', lines: lines.slice(head, lines.length - tail) },
      { kind: 'same', lines: lines.slice(lines.length - tail) },
    ];
    return shown.filter((hunk) => hunk.lines.length > 0);
  });
}

/** The standing of a version. */
export type Standing = 'inForce' | 'active' | 'inactive';

export function standing(version: RulePackVersion): Standing {
  if (version.in_force) return 'inForce';
  return version.active ? 'active' : 'inactive';
}
