/** The key of a table of words; `null` where a newer desk uses a key that the table lacks. */
export function knownKey<K extends string>(
  words: Readonly<Record<K, unknown>>,
  word: string,
): K | null {
  return Object.hasOwn(words, word) ? (word as K) : null;
}
