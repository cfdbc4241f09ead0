import type { OutboundEntry } from '../backend/types';

/** The kinds of masked data in words, or a dash. */
export function maskedWords(
  masked: Record<string, number | undefined>,
  words: {
    maskedKinds: Record<string, string>;
    maskedOne: (kind: string, count: number) => string;
  },
): string {
  const parts = Object.entries(masked).map(([kind, count]) =>
    words.maskedOne(words.maskedKinds[kind] ?? kind, count ?? 0),
  );
  return parts.length === 0 ? '–' : parts.join(', ');
}

/** Why a call failed, in words; `null` for a text of the service or of a library. */
export function problemWords(problem: string, words: Record<string, string>): string | null {
  return /^HTTP \d{3}$/.test(problem) ? problem : (words[problem] ?? null);
}

/** A role in words. A role without words is shown by its name. */
export function roleWords(role: string | null, words: Record<string, string>): string {
  return role === null ? '–' : (words[role] ?? role);
}

/** The number after which the next page begins. The newest entries come first. */
export function pageAfter(known: readonly OutboundEntry[]): number | null {
  return known.at(-1)?.seq ?? null;
}
