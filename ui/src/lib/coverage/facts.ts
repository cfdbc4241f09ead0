import type { CoverageAttribute, CoverageFact, CoveragePolarity } from '../backend/types';

/** What is stated of a coverage, in the order in which people ask. A place only leads to a page and is not listed. */
export const ATTRIBUTES = [
  'existence',
  'amount',
  'share',
  'class_amount',
  'condition',
  'waiting_period',
  'reduction',
  'count_limit',
  'definition',
  'inclusion',
  'kind_clause',
  'exclusion',
  'illness',
] as const satisfies readonly CoverageAttribute[];

/** Number of coverages, and of facts of one coverage, that are drawn at first and added by each press. */
export const PAGE_OF_GROUPS = 25;
export const PAGE_OF_FACTS = 20;

/** What was read about one coverage. */
export interface FactGroup {
  key: string;
  /** The code of the standard coverage; null for a row of a table that belongs to none. */
  code: string | null;
  name: string;
  facts: CoverageFact[];
}

/** What is looked for in the list. */
export interface FactFilter {
  /** A part of a coverage's name or its code. */
  name: string;
  attribute: CoverageAttribute | null;
}

/** The facts coverage by coverage, in the order in which the desk tells them. Rows that belong to no coverage follow by their names. */
export function grouped(facts: readonly CoverageFact[]): FactGroup[] {
  const groups = new Map<string, FactGroup>();
  for (const fact of facts) {
    const name = fact.coverage_name ?? fact.name ?? fact.of_name ?? fact.coverage ?? '';
    const key = fact.coverage === null ? `row ${name}` : `code ${fact.coverage}`;
    const group = groups.get(key);
    if (group) group.facts.push(fact);
    else groups.set(key, { key, code: fact.coverage, name, facts: [fact] });
  }
  return [...groups.values()].map((group) => ({ ...group, facts: ordered(group.facts) }));
}

/** Facts of one attribute stand together, as people ask; the order of the desk holds among them. */
function ordered(facts: readonly CoverageFact[]): CoverageFact[] {
  const place = (fact: CoverageFact) => ATTRIBUTES.findIndex((one) => one === fact.attribute);
  return facts.toSorted((a, b) => place(a) - place(b));
}

/** The coverages that fit, each with the facts that fit. */
export function filtered(
  groups: readonly FactGroup[],
  { name, attribute }: FactFilter,
): FactGroup[] {
  const wanted = folded(name);
  return groups
    .filter((group) => wanted === '' || namesOf(group).some((one) => folded(one).includes(wanted)))
    .map((group) => ({
      ...group,
      facts: group.facts.filter((fact) => attribute === null || fact.attribute === attribute),
    }))
    .filter(({ facts }) => facts.length > 0);
}

/** The names of a coverage: the standard one, its code, and those that the company prints. */
function namesOf({ name, code, facts }: FactGroup): string[] {
  return [name, code ?? '', ...facts.flatMap((fact) => [fact.name ?? '', fact.of_name ?? ''])];
}

/** Spaces and case do not matter to a name. */
function folded(text: string): string {
  return text.replaceAll(/\s/g, '').toLowerCase();
}

/** The attributes that occur, each with its number of facts. */
export function attributesOf(
  groups: readonly FactGroup[],
): { attribute: CoverageAttribute; count: number }[] {
  const facts = groups.flatMap((group) => group.facts);
  return ATTRIBUTES.map((attribute) => ({
    attribute,
    count: facts.filter((fact) => fact.attribute === attribute).length,
  })).filter(({ count }) => count > 0);
}

/** The number of coverages and of their facts. */
export function sizeOf(groups: readonly FactGroup[]): { coverages: number; facts: number } {
  return {
    coverages: groups.length,
    facts: groups.reduce((all, group) => all + group.facts.length, 0),
  };
}

/** What a fact applies to: a kind of cancer by its name, a class of operations, a name and a plan of the company. */
export function appliesTo(fact: CoverageFact, kinds: Readonly<Record<string, string>>): string[] {
  const kind = fact.applies_to === null ? null : (kinds[fact.applies_to] ?? fact.applies_to);
  const printed = fact.name ?? fact.of_name ?? null;
  const name = printed === fact.coverage_name ? null : printed;
  const all = [kind, name, fact.plan ?? null];
  return all.filter((one) => one !== null);
}

/** Whether the value of a fact is its polarity alone: that a coverage is sold, that a kind of cancer is paid for. */
export function isYesOrNo(attribute: CoverageAttribute): attribute is 'existence' | 'inclusion' {
  return attribute === 'existence' || attribute === 'inclusion';
}

/** A sign beside the words of a polarity. */
export const SIGNS: Readonly<Record<CoveragePolarity, string>> = {
  affirmed: '○',
  denied: '✕',
  conditional: '△',
};

/** The question that a coverage of a company becomes in the field. */
export function questionAbout(insurer: string, group: FactGroup): string {
  return `${insurer} ${group.name}`;
}
