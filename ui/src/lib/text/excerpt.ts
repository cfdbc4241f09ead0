import { ScalarText } from './scalar';

/** A line of an article; `before`/`quote`/`after` together are the line. */
export interface ExcerptLine {
  before: string;
  quote: string;
  after: string;
}

/** The lines to show beside a claim; `null` stands for omitted lines. */
export type Excerpt = (ExcerptLine | null)[];

const PARAGRAPH = /^\s*(?:[\u2460-\u2473\u3251-\u325f\u32b1-\u32bf]|제\d+조)/u;
const ITEM = /^\s*\d+(?:의\d+)?\s*[.)]/u;

/**
 * The lines of `text` that the quote stands in, with the 항 (and 호) they belong to, so that a
 * reader sees what the quote is an item of. Offsets are scalar values. Without a quote
 * (`start === end`): the first lines.
 */
export function excerpt(text: string, start: number, end: number): Excerpt {
  const scalars = new ScalarText(text);
  const from = scalars.unit(start);
  const to = scalars.unit(end);
  const lines = splitLines(text);
  const wanted = new Set<number>();
  if (from >= to) {
    lines.slice(0, 3).forEach((_, index) => wanted.add(index));
  } else {
    lines.forEach((line, index) => {
      if (line.from < to && line.to > from) wanted.add(index);
    });
    const first = Math.min(...wanted);
    const heading = lastBefore(lines, first, PARAGRAPH);
    if (heading >= 0) wanted.add(heading);
    if (!ITEM.test(lines[first]?.text ?? '') && !PARAGRAPH.test(lines[first]?.text ?? '')) {
      const item = lastBefore(lines, first, ITEM);
      if (item > heading) wanted.add(item);
    }
  }
  const found: Excerpt = [];
  let last = -1;
  for (const index of [...wanted].sort((a, b) => a - b)) {
    const line = lines[index];
    if (!line) continue;
    if (last >= 0 && index > last + 1) found.push(null);
    found.push(cut(line, from, to));
    last = index;
  }
  return found;
}

/** The whole article, the quote cut out in each line it touches. */
export function wholeArticle(text: string, start: number, end: number): ExcerptLine[] {
  const scalars = new ScalarText(text);
  const from = scalars.unit(start);
  const to = scalars.unit(end);
  return splitLines(text).map((line) => cut(line, from, to));
}

interface Line {
  text: string;
  from: number;
  to: number;
}

function splitLines(text: string): Line[] {
  const lines: Line[] = [];
  let from = 0;
  for (const line of text.split('\n')) {
    if (line.trim() !== '') lines.push({ text: line, from, to: from + line.length });
    from += line.length + 1;
  }
  return lines;
}

function lastBefore(lines: readonly Line[], index: number, pattern: RegExp): number {
  for (let at = index; at >= 0; at -= 1) {
    if (pattern.test(lines[at]?.text ?? '')) return at;
  }
  return -1;
}

function cut(line: Line, from: number, to: number): ExcerptLine {
  const start = Math.min(Math.max(from - line.from, 0), line.text.length);
  const end = Math.min(Math.max(to - line.from, start), line.text.length);
  return {
    before: line.text.slice(0, start),
    quote: line.text.slice(start, end),
    after: line.text.slice(end),
  };
}
