import type { Impact, ImpactedCase, ImpactedRule, ResolvedLink } from '../backend/types';

/** The cases and rules that depend on a change, each named once. */
export interface Dependents {
  cases: ImpactedCase[];
  rules: ImpactedRule[];
  links: ResolvedLink[];
}

/** Those that cite the changed provision itself come first. */
export function dependents(impact: Impact): Dependents {
  const cases = new Map<string, ImpactedCase>();
  const rules = new Map<string, ImpactedRule>();
  const links = new Map<string, ResolvedLink>();
  for (const article of impact.articles) {
    for (const one of article.cases) {
      const known = cases.get(one.case_id);
      cases.set(one.case_id, known ? both(known, one) : one);
    }
    for (const one of article.rules) {
      const key = `${one.rule}\n${one.article}`;
      const known = rules.get(key);
      rules.set(key, known ? { ...known, touched: known.touched || one.touched } : one);
    }
    for (const one of article.links) {
      links.set(`${one.document_id}\n${one.link.start}\n${one.link.end}`, one);
    }
  }
  const first = (a: { touched: boolean }, b: { touched: boolean }) =>
    Number(b.touched) - Number(a.touched);
  return {
    cases: [...cases.values()].sort(first),
    rules: [...rules.values()].sort(first),
    links: [...links.values()],
  };
}

function both(a: ImpactedCase, b: ImpactedCase): ImpactedCase {
  return {
    ...a,
    cited: [...new Set([...a.cited, ...b.cited])],
    touched: a.touched || b.touched,
  };
}
