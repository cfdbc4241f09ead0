import type {
  DocumentSummary,
  FollowedLaw,
  LawCollection,
  LawUpdateReport,
  OutboundSettings,
} from '../backend/types';

export const LAW_COLLECTIONS: readonly LawCollection[] = [
  'law',
  'eflaw',
  'admrul',
  'ordin',
  'prec',
  'detc',
];

/** New versions and failures of an update. */
export function tally(report: LawUpdateReport): { added: number; failed: number } {
  return {
    added: report.laws.reduce((sum, law) => sum + law.new, 0),
    failed: report.laws.filter(({ state }) => state === 'failed').length,
  };
}

const same = (a: FollowedLaw, b: FollowedLaw) =>
  a.title === b.title && a.collection === b.collection;

export function following(settings: OutboundSettings, law: FollowedLaw): OutboundSettings {
  if (settings.laws.some((one) => same(one, law))) return settings;
  return { ...settings, laws: [...settings.laws, law] };
}

export function withoutLaw(settings: OutboundSettings, law: FollowedLaw): OutboundSettings {
  return { ...settings, laws: settings.laws.filter((one) => !same(one, law)) };
}

/** Titles of stored statutes that are not followed yet, each once. They are suggested for following. */
export function suggestions(
  documents: readonly DocumentSummary[],
  followed: readonly FollowedLaw[],
): string[] {
  const titles = documents.filter(({ kind }) => kind === 'statute').map(({ title }) => title);
  const taken = new Set(followed.map(({ title }) => title));
  return [...new Set(titles)].filter((title) => !taken.has(title)).sort();
}

/** `20260301` as `2026-03-01`; anything else as it is. */
export function dayOf(digits: string): string {
  return /^\d{8}$/.test(digits)
    ? `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`
    : digits;
}
