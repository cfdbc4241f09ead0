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
  const opens = new Map<number, number[]>();
  const closes = new Map<number, number[]>();
  spans.forEach(({ start, end }, index) => {
    if (start < 0 || start >= end || end > scalars.length) return;
    opens.set(start, [...(opens.get(start) ?? []), index]);
    closes.set(end, [...(closes.get(end) ?? []), index]);
  });
  const cuts = [...new Set([0, ...opens.keys(), ...closes.keys(), scalars.length])].sort(
    (a, b) => a - b,
  );
  const found: Segment[] = [];
  let covers: number[] = [];
  for (let at = 0; at + 1 < cuts.length; at += 1) {
    const start = cuts[at] ?? 0;
    const end = cuts[at + 1] ?? start;
    covers = [...covers, ...(opens.get(start) ?? [])].sort((a, b) => a - b);
    const closing = closes.get(end) ?? [];
    found.push({ text: scalars.slice(start, end), covers, closes: closing });
    covers = covers.filter((index) => !closing.includes(index));
  }
  return found;
}
