/** A piece of a text, and whether it is one of the words that were looked for. */
export interface FoundPart {
  text: string;
  hit: boolean;
}

/**
 * Marks the words of a query where they stand literally. The search itself knows inflected forms;
 * this only helps the eye, so a form that differs stays unmarked.
 */
export function found(text: string, query: string): FoundPart[] {
  const words = query
    .split(/[\s"“”]+/u)
    .filter((word) => word.length > 1)
    .sort((a, b) => b.length - a.length)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  if (words.length === 0) return [{ text, hit: false }];
  return text
    .split(new RegExp(`(${words.join('|')})`, 'giu'))
    .map((part, index) => ({ text: part, hit: index % 2 === 1 }))
    .filter((part) => part.text !== '');
}
