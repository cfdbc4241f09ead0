import type {
  AnswerCitation,
  ConsultQuality,
  ConsultResponse,
  ConsultWarning,
} from '../backend/types';
import { pieces, type Piece } from '../ask/answer';

/** An answer as it is shown, whether it came now or was kept. */
export interface Reply {
  /** What is said before everything else, the gravest first. */
  warnings: Warned[];
  /** Rows of DUR tables, and one ingredient taken twice. */
  notices: Piece[][];
  paragraphs: Piece[][];
  /** That a digest is one, and that a professional has the last word. */
  closing: string[];
  citations: AnswerCitation[];
  /** What of the record it heeds. */
  used: string[];
  /** `null` where it is not known, as of an answer that was kept without it. */
  complexity: string | null;
  k: number | null;
  fromCache: boolean;
  similarity: number | null;
  savedMs: number | null;
  stoppedBy: string;
  quality: ConsultQuality | null;
  iterations: number;
  rewritten: string[][];
  timings: Readonly<Record<string, number | undefined>>;
  plain: boolean;
  /** `rules`, or `chat:<model>` where a sentence is a model's; `null` where it is not known. */
  engine: string | null;
  /** What a chat model should have done and did not. */
  modelNotices: string[];
}

/** A warning without what the page does not show. */
export interface Warned {
  severity: Severity;
  text: string;
  source: string;
}

export const SEVERITIES = ['emergency', 'urgent', 'caution'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Of the least known the gravest is meant. */
export function severityOf(word: string): Severity {
  return SEVERITIES.find((one) => one === word) ?? 'emergency';
}

/** An answer that came now. */
export function readReply(response: ConsultResponse): Reply {
  const { citations, cache } = response;
  const parts = placed(response.paragraphs);
  const read = (text: string) => pieces(text, citations);
  return {
    warnings: warned(response.warnings, parts.warning),
    notices: parts.notice.map(read),
    paragraphs: parts.text.map(read),
    closing: parts.closing,
    citations,
    used: response.used,
    complexity: response.complexity,
    k: response.k,
    fromCache: cache.hit,
    similarity: cache.similarity,
    savedMs: cache.saved_ms,
    stoppedBy: response.stopped_by,
    quality: response.quality.overall === null ? null : response.quality,
    iterations: response.iterations,
    rewritten: response.rewritten,
    timings: response.timings_ms,
    plain: response.mode === 'plain',
    engine: response.engine,
    modelNotices: response.notices,
  };
}

/** The texts of an answer by where they stand on the page. */
export type Placed = Record<Place, string[]>;

export function placed(paragraphs: readonly { kind: string; text: string }[]): Placed {
  const of = (place: Place) =>
    paragraphs.filter(({ kind }) => placeOf(kind) === place).map(({ text }) => text);
  return { warning: of('warning'), notice: of('notice'), text: of('text'), closing: of('closing') };
}

/**
 * The warnings, the gravest first. What the answer says first and no rule of the list says — advice
 * where life is in danger — comes before them.
 */
export function warned(listed: readonly ConsultWarning[], said: readonly string[]): Warned[] {
  const known = listed.map(({ severity, text, source }) => ({
    severity: severityOf(severity),
    text,
    source,
  }));
  const others = said
    .filter((text) => !known.some((one) => one.text === text))
    .map((text) => ({ severity: 'emergency' as const, text, source: '' }));
  const grave = ({ severity }: Warned) => SEVERITIES.indexOf(severity);
  return [...others, ...known].sort((a, b) => grave(a) - grave(b));
}

type Place = 'warning' | 'notice' | 'closing' | 'text';

/** A kind that this page does not know is read like any other paragraph. */
function placeOf(kind: string): Place {
  return kind === 'warning' || kind === 'notice' || kind === 'closing' ? kind : 'text';
}

/** What there is of some words, in one line. */
export function joined(...words: readonly (string | null)[]): string {
  return words.filter((word) => word !== null && word !== '').join(' · ');
}
