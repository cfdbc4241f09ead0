import type { DigestEntry, DigestReading } from '../backend/types';

/** What the last reading says of a digest. */
export type DigestState = 'unread' | 'confirmed' | 'faulty';

/** The state of a digest: that of its last reading. */
export function digestState(readings: readonly DigestReading[]): DigestState {
  return readings.at(-1)?.verdict ?? 'unread';
}

/** Keeps the digests whose title has every word; with `unreadOnly` those that nobody has signed. */
export function filteredDigests(
  entries: readonly DigestEntry[],
  text: string,
  unreadOnly: boolean,
): DigestEntry[] {
  const words = text.normalize('NFC').toLowerCase().split(/\s+/u).filter(Boolean);
  return entries.filter(({ document, readings }) => {
    const title = document.title.normalize('NFC').toLowerCase();
    return words.every((word) => title.includes(word)) && !(unreadOnly && readings.length > 0);
  });
}
