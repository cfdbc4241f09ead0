import type { AnswerCitation, Calculation } from '../backend/types';
import type { Piece } from './answer';

/** How the answer's text begins a calculation. */
function beginning({ title, result }: Calculation): string {
  return `[계산] ${title}: ${result}`;
}

/** The paragraphs without those that only repeat a calculation, which the page shows with its inputs. */
export function withoutCalculations(
  paragraphs: readonly Piece[][],
  calculations: readonly Calculation[],
): Piece[][] {
  const repeats = ([first]: Piece[]) =>
    first !== undefined &&
    'text' in first &&
    calculations.some((one) => first.text.startsWith(beginning(one)));
  return paragraphs.filter((pieces) => !repeats(pieces));
}

/** The citation of the sentence that a dose is calculated from. */
export function citationOf(
  { dose }: Calculation,
  citations: readonly AnswerCitation[],
): AnswerCitation | null {
  return citations.find((one) => one.chunk_id === dose?.chunk_id) ?? null;
}
