/** A word of the desk, where the window has words for it; newer desks may say others. */
export function known<K extends string>(
  words: Readonly<Record<K, unknown>>,
  word: string,
): K | null {
  return Object.hasOwn(words, word) ? (word as K) : null;
}
