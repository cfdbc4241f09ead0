import type { CoverageAnswer } from '../backend/types';
import { columns } from './table';

/** How the desk says that insurers were chosen. */
export type ScopeMethod =
  | 'query_single_explicit'
  | 'query_multiple_explicit'
  | 'request'
  | 'unknown_only'
  | 'anchor'
  | 'group'
  | 'all_imported';

/** How the desk says why a coverage is known or not. */
export type ResolutionReason =
  | 'chosen'
  | 'named'
  | 'named_in_table'
  | 'only_in_table'
  | 'similar'
  | 'ahead'
  | 'anchor'
  | 'subtype_only'
  | 'outside'
  | 'only_with_classes'
  | 'generic'
  | 'no_candidate'
  | 'not_confident';

/** A key of the desk with its words; the key alone where it has none. */
export function keyInWords(key: string, words: Readonly<Record<string, string>>): string {
  const known = words[key];
  return known === undefined ? key : `${known} (${key})`;
}

/** A value of an answer with the reading that found it. */
export interface TracedValue {
  item: string;
  company: string;
  value: string;
  rule: string;
  /** What the reading reads; null where the desk does not know it. */
  meaning: string | null;
}

/** The values that a reading found, slot by slot, then those of other coverages. */
export function tracedValues(answer: CoverageAnswer): TracedValue[] {
  const { readings } = answer.debug;
  const names = new Map(columns(answer).map(({ code, name }) => [code, name]));
  const slots = answer.slots.flatMap(({ label, insurers }) =>
    insurers.map((value) => ({ item: label, value })),
  );
  const others = answer.paid_elsewhere.flatMap(({ label, name, inclusion, payout }) =>
    [inclusion, payout].map((value) => ({ item: `${label} · ${name}`, value })),
  );
  return [...slots, ...others].flatMap(({ item, value: { insurer_code, value, rule } }) =>
    rule === undefined || value === null
      ? []
      : [
          {
            item,
            company: names.get(insurer_code) ?? insurer_code,
            value,
            rule,
            meaning: readings[rule] ?? null,
          },
        ],
  );
}

/** The steps of an answer with their milliseconds, the longest first and the whole last. */
export function steps({ timings_ms }: CoverageAnswer): { step: string; ms: number }[] {
  const all = Object.entries(timings_ms).map(([step, ms]) => ({ step, ms }));
  const isWhole = ({ step }: { step: string }) => Number(step === 'total');
  return all.toSorted((a, b) => isWhole(a) - isWhole(b) || b.ms - a.ms);
}
