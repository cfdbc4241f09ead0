/** A run of text that stayed, went or came. */
export interface Part {
  kind: 'same' | 'del' | 'ins';
  text: string;
}

/** Above this number of cells the table costs too much, and the middle is shown as replaced as a whole. */
const MAX_CELLS = 2_000_000;

/** Words with the space after them, so that a changed word never splits a particle from its stem. */
function words(text: string): string[] {
  return text.match(/\s+|[^\s]+/gu) ?? [];
}

/** The longest-common-subsequence difference of two texts, by words. */
export function diffWords(before: string, after: string): Part[] {
  return diff(words(before), words(after));
}

/** The difference of two texts by lines. Each part ends with its line break. */
export function diffLines(before: string, after: string): Part[] {
  const lines = (text: string) => text.match(/[^\n]*\n|[^\n]+/gu) ?? [];
  return diff(lines(before), lines(after));
}

/** The share of the longer text that both texts have, 0 to 1. */
export function keptShare(parts: readonly Part[]): number {
  const size = (kind: Part['kind']) =>
    parts
      .filter((part) => part.kind === kind)
      .reduce((sum, part) => sum + part.text.trim().length, 0);
  const same = size('same');
  const whole = same + Math.max(size('del'), size('ins'));
  return whole === 0 ? 1 : same / whole;
}

function diff(before: readonly string[], after: readonly string[]): Part[] {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head += 1;
  let tail = 0;
  while (
    tail < before.length - head &&
    tail < after.length - head &&
    before[before.length - 1 - tail] === after[after.length - 1 - tail]
  ) {
    tail += 1;
  }
  const parts: Part[] = [];
  push(parts, 'same', before.slice(0, head));
  middle(parts, before.slice(head, before.length - tail), after.slice(head, after.length - tail));
  push(parts, 'same', before.slice(before.length - tail));
  return parts;
}

function middle(parts: Part[], before: readonly string[], after: readonly string[]): void {
  const width = after.length + 1;
  if ((before.length + 1) * width > MAX_CELLS) {
    push(parts, 'del', before);
    push(parts, 'ins', after);
    return;
  }
  const common = new Uint32Array((before.length + 1) * width);
  const cell = (row: number, column: number) => common[row * width + column] ?? 0;
  for (let row = before.length - 1; row >= 0; row -= 1) {
    for (let column = after.length - 1; column >= 0; column -= 1) {
      common[row * width + column] =
        before[row] === after[column]
          ? cell(row + 1, column + 1) + 1
          : Math.max(cell(row + 1, column), cell(row, column + 1));
    }
  }
  let row = 0;
  let column = 0;
  while (row < before.length || column < after.length) {
    if (row < before.length && column < after.length && before[row] === after[column]) {
      push(parts, 'same', [before[row] ?? '']);
      row += 1;
      column += 1;
    } else if (
      column >= after.length ||
      (row < before.length && cell(row + 1, column) >= cell(row, column + 1))
    ) {
      push(parts, 'del', [before[row] ?? '']);
      row += 1;
    } else {
      push(parts, 'ins', [after[column] ?? '']);
      column += 1;
    }
  }
}

function push(parts: Part[], kind: Part['kind'], texts: readonly string[]): void {
  const text = texts.join('');
  if (text === '') return;
  const last = parts.at(-1);
  if (last?.kind === kind) last.text += text;
  else parts.push({ kind, text });
}
