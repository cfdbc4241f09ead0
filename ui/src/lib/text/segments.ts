import { ScalarText } from './scalar';

/** A span of a text, in scalar values, end-exclusive. */
export interface Span {
  start: number;
  end: number;
}

/** A piece of the text and the spans that cover it, by their index; `closes` end here. */
export interface Segment {
  text: string;
  covers: number[];
  closes: number[];
}

/**
 * Cuts a text at every border of the spans. The pieces joined are the text; spans may overlap or
 * nest. Spans outside the text, or empty, cover nothing.
 */
export function segments(text: string, spans: readonly Span[]): Segment[] {
  const scalars = new ScalarText(text);
  const valid = spans.map(
    (span) => span.start >= 0 && span.start < span.end && span.end <= scalars.length,
  );
  const borders = new Set([0, scalars.length]);
  spans.forEach((span, index) => {
    if (valid[index]) borders.add(span.start).add(span.end);
  });
  const cuts = [...borders].sort((a, b) => a - b);
  const found: Segment[] = [];
  for (let at = 0; at + 1 < cuts.length; at += 1) {
    const start = cuts[at] ?? 0;
    const end = cuts[at + 1] ?? start;
    const covers: number[] = [];
    const closes: number[] = [];
    spans.forEach((span, index) => {
      if (!valid[index] || span.start > start || span.end < end) return;
      covers.push(index);
      if (span.end === end) closes.push(index);
    });
    found.push({ text: scalars.slice(start, end), covers, closes });
  }
  return found;
}
