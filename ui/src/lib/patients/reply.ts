import type {
  AnswerCitation,
  ConsultQuality,
  ConsultResponse,
  ConsultWarning,
} from '../backend/types';
import { pieces, type Piece } from '../ask/answer';
import { SEVERITIES, severityOf, type ShownWarning } from '../safety/warning';

/** An answer as the page shows it, whether it is new or was stored. */
export interface Reply {
  /** The warnings that stand above everything else, the gravest first. */
  warnings: ShownWarning[];
  /** Rows of DUR tables, and ingredients that are taken twice. */
  notices: Piece[][];
  paragraphs: Piece[][];
  /** The closing sentences: that a digest is no law text, and that a professional decides. */
  closing: string[];
  citations: AnswerCitation[];
  /** The entries of the patient's record that the answer considers. */
  used: string[];
  /** `null` where it is unknown, as in older stored answers. */
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
  /** `rules`, or `chat:<model>` where a model wrote a sentence; `null` where it is unknown. */
  engine: string | null;
  /** What a chat model was asked to do and failed to do. */
  modelNotices: string[];
}

/** Reads an answer that the desk has just given. */
export function readReply(response: ConsultResponse): Reply {
  const { citations, cache } = response;
  const parts = textsByPlace(response.paragraphs);
  const read = (text: string) => pieces(text, citations);
  return {
    warnings: sortedWarnings(response.warnings, parts.warning),
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

/** The texts of an answer, by their place on the page. */
export type TextsByPlace = Record<Place, string[]>;

export function textsByPlace(paragraphs: readonly { kind: string; text: string }[]): TextsByPlace {
  const of = (place: Place) =>
    paragraphs.filter(({ kind }) => placeOf(kind) === place).map(({ text }) => text);
  return { warning: of('warning'), notice: of('notice'), text: of('text'), closing: of('closing') };
}

/**
 * Sorts the warnings, the gravest first. Texts that no listed warning has are advice where life is in
 * danger, and come before them.
 */
export function sortedWarnings(
  listed: readonly ConsultWarning[],
  texts: readonly string[],
): ShownWarning[] {
  const shown = listed.map(({ severity, text, source }) => ({
    severity: severityOf(severity),
    text,
    source,
  }));
  const others = texts
    .filter((text) => !shown.some((one) => one.text === text))
    .map((text) => ({ severity: 'emergency' as const, text, source: '' }));
  const grave = ({ severity }: ShownWarning) => SEVERITIES.indexOf(severity);
  return [...others, ...shown].sort((a, b) => grave(a) - grave(b));
}

type Place = 'warning' | 'notice' | 'closing' | 'text';

/** A paragraph of an unknown kind is shown as text. */
function placeOf(kind: string): Place {
  return kind === 'warning' || kind === 'notice' || kind === 'closing' ? kind : 'text';
}

/** Joins the words that are present into one line. */
export function joined(...words: readonly (string | null)[]): string {
  return words.filter((word) => word !== null && word !== '').join(' · ');
}
