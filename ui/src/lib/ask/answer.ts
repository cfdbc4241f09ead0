import type { AnswerCitation, AskResponse, DurWarning } from '../backend/types';
import { severityOf, type ShownWarning } from '../safety/warning';

/**
 * A piece of a paragraph: words, or a reference to the document that supports them. A paragraph that heads
 * the next ones is one piece, what they concern of the person.
 */
export type Piece = { text: string } | { source: AnswerCitation } | { head: string };

/** The paragraphs of an answer, without those that the page shows elsewhere. */
export interface ReadAnswer {
  /** The safety warnings beside the emergency notice, the gravest first. */
  warnings: ShownWarning[];
  paragraphs: Piece[][];
  /** The closing sentence, that a professional decides; `null` where the answer has none. */
  closing: string | null;
}

/** What of an answer is printed: everything with its sources, or what a patient takes home. */
export type Sheet = 'desk' | 'patient';

/** How an answer is shown. An emergency comes before every other state. */
export type Standing = 'emergency' | AskResponse['status'];

/** `[문서 1]`, also `[문서 1, 문서 2]`. */
const REFERENCE = /\[문서\s*\d+(?:\s*,\s*(?:문서\s*)?\d+)*\]/gu;

/** A paragraph that heads the next ones: `[해당: 위궤양]`. */
const HEAD = /^\[해당: ([^[\]]+)\]$/u;

/** What ends a paragraph: `[문서 1]`, or `[응급 안내 · 데스크의 고정 문구]` where it is the desk's own. */
const END_MARK = /\s*\[[^[\]]*\]$/u;

export function standingOf(response: AskResponse): Standing {
  return response.emergency === null ? response.status : 'emergency';
}

/**
 * Cuts an answer into paragraphs, and each paragraph into words and references. The emergency notice,
 * the safety warnings and the DUR notices are left out, because the page shows them above the answer.
 */
export function readAnswer(response: AskResponse): ReadAnswer {
  const notices = new Set(response.dur.map(asParagraph));
  const warnings = response.warnings
    .filter(({ text }) => text !== response.emergency)
    .map(({ severity, text, source }) => ({ severity: severityOf(severity), text, source }));
  const isWarning = (text: string) => warnings.some((one) => text.includes(one.text));
  const isShown = (text: string) =>
    notices.has(text) || isWarning(text) || isEmergency(text, response.emergency);
  const texts = response.answer
    .split(/\n\s*\n/u)
    .map((text) => text.trim())
    .filter((text) => text !== '' && !isShown(text));
  const closing = isClosing(texts.at(-1)) ? (texts.pop() ?? null) : null;
  const paragraphs = texts.map((text) => pieces(text, response.citations));
  return { warnings, paragraphs, closing };
}

/** A paragraph as a patient reads it: words alone. */
export interface PatientParagraph {
  /** Whether it heads the next ones. */
  head: boolean;
  text: string;
}

/** The paragraphs without references to documents and the desk's own marks. */
export function patientParagraphs({
  paragraphs,
}: {
  paragraphs: readonly Piece[][];
}): PatientParagraph[] {
  return paragraphs
    .map((own) => ({
      head: own.some((piece) => 'head' in piece),
      text: own
        .map((piece) => ('head' in piece ? piece.head : 'text' in piece ? piece.text : ''))
        .join('')
        .replace(END_MARK, '')
        .trim(),
    }))
    .filter(({ text }) => text !== '');
}

/** The desk marks these words as its own. Older stored answers do not have the mark. */
function isEmergency(text: string, emergency: string | null): boolean {
  const notice = emergency?.trim();
  return text === notice || text.replace(END_MARK, '') === notice;
}

/** The words and references of a text in their order. A number without a document stays text. */
export function pieces(text: string, citations: readonly AnswerCitation[]): Piece[] {
  const head = HEAD.exec(text)?.[1];
  if (head !== undefined) return [{ head }];
  const found: Piece[] = [];
  let from = 0;
  for (const match of text.matchAll(REFERENCE)) {
    const sources = numbers(match[0]).map((n) => citations.find((one) => one.n === n));
    const cited = sources.filter((one) => one !== undefined);
    if (cited.length < sources.length) continue;
    const before = text.slice(from, match.index);
    if (before !== '') found.push({ text: before });
    found.push(...cited.map((source) => ({ source })));
    from = match.index + match[0].length;
  }
  const rest = text.slice(from);
  if (rest !== '') found.push({ text: rest });
  return found;
}

/** A piece as plain text; `mark` words the reference to a document. */
export function pieceText(piece: Piece, mark: (n: number) => string): string {
  if ('text' in piece) return piece.text;
  return 'head' in piece ? `[해당: ${piece.head}]` : mark(piece.source.n);
}

/** A DUR notice as the answer's text words it. */
export function asParagraph({ table, drugs, says, n }: DurWarning): string {
  return `[${table}] ${drugs.join(' + ')}: ${says} [문서 ${n}]`;
}

function numbers(reference: string): number[] {
  return [...reference.matchAll(/\d+/gu)].map(([digits]) => Number(digits));
}

/** The sentence that a professional decides, as answers word it. */
export function isClosing(text: string | undefined): boolean {
  return text !== undefined && /전문가/u.test(text) && /상담/u.test(text) && !/\[문서/u.test(text);
}
