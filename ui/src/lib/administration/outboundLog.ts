import type { OutboundEntry } from '../backend/types';

/** What was masked, in words; a dash for nothing. */
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

/** A role in words; one that has none here is shown as it is written. */
export function roleWords(role: string | null, words: Record<string, string>): string {
  return role === null ? '–' : (words[role] ?? role);
}

/** After which number the next page begins; the newest come first. */
export function pageAfter(known: readonly OutboundEntry[]): number | null {
  return known.at(-1)?.seq ?? null;
}
