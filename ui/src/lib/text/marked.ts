import { segments, type Span } from './segments';
import { ScalarText } from './scalar';

/** A piece of a text, and whether it matches the search. */
export interface MarkedPart {
  text: string;
  hit: boolean;
}

/** The part `within` of a text, cut where the words that were found begin and end. Offsets are scalar values. */
export function marked(text: string, within: Span, found: readonly Span[]): MarkedPart[] {
  const scalars = new ScalarText(text);
  const from = Math.max(0, within.start);
  const to = Math.min(scalars.length, within.end);
  const inside = found.map(({ start, end }) => ({
    start: Math.max(start, from) - from,
    end: Math.min(end, to) - from,
  }));
  return segments(scalars.slice(from, to), inside).map((part) => ({
    text: part.text,
    hit: part.covers.length > 0,
  }));
}

/** The whole of a text as a span. */
export function wholeOf(text: string): Span {
  return { start: 0, end: new ScalarText(text).length };
}
