import type { AnswerCitation, ConsultQuality } from '../backend/types';
import { isClosing, pieces } from '../ask/answer';
import { asList, asNumber, asRecord, asText } from './unknownJson';
import { QUALITY_PARTS } from './quality';
import { textsByPlace, sortedWarnings, type TextsByPlace, type Reply } from './reply';

/**
 * Reads the answer that is stored with a turn; `null` where there is none. Answers stored by an older desk lack some of
 * the parts, which stay absent.
 */
export function readStored(answer: unknown): Reply | null {
  const stored = asRecord(answer);
  const text = asText(stored?.['text'] ?? stored?.['answer']);
  if (stored === null || text === '') return null;
  const citations = asList(stored['citations']).flatMap(citation);
  const warnings = asList(stored['warnings']).map(warning);
  const parts =
    stored['paragraphs'] === undefined ? null : textsByPlace(paragraphs(stored['paragraphs']));
  const { warning: first, notice, text: body, closing } = parts ?? fromText(text, warnings);
  const read = (part: string) => pieces(part, citations);
  const cache = asRecord(stored['cache']);
  return {
    warnings: sortedWarnings(warnings, first),
    notices: notice.map(read),
    paragraphs: body.map(read),
    closing,
    citations,
    used: asList(stored['used']).map(asText),
    complexity: asText(stored['complexity']) || null,
    k: asNumber(stored['k']),
    fromCache: stored['cache_hit'] === true || cache?.['hit'] === true,
    similarity: asNumber(cache?.['similarity']),
    savedMs: asNumber(cache?.['saved_ms']),
    stoppedBy: asText(stored['stopped_by']),
    quality: quality(stored['quality']),
    iterations: asNumber(stored['iterations']) ?? 0,
    rewritten: asList(stored['rewritten']).map((words) => asList(words).map(asText)),
    timings: numbers(stored['timings_ms']),
    plain: stored['mode'] === 'plain',
    engine: asText(stored['engine']) || null,
    modelNotices: asList(stored['notices']).map(asText),
  };
}

/** Reads an answer that was stored as one text. Its first and last sentences are recognised by their words. */
function fromText(text: string, warnings: readonly { text: string }[]): TextsByPlace {
  const body = text
    .split(/\n\s*\n/u)
    .map((part) => part.trim())
    .filter((part) => part !== '' && !warnings.some((one) => one.text === part));
  const closing = isClosing(body.at(-1)) ? body.splice(-1) : [];
  return { warning: [], notice: [], text: body, closing };
}

function paragraphs(value: unknown): { kind: string; text: string }[] {
  return asList(value).map((one) => {
    const { kind, text } = asRecord(one) ?? {};
    return { kind: asText(kind), text: asText(text) };
  });
}

function warning(one: unknown) {
  const { severity, text, source } = asRecord(one) ?? {};
  return {
    rule: '',
    severity: asText(severity),
    text: asText(text),
    source: asText(source),
    drug: null,
  };
}

/** The scores; `null` where the answer had none. */
function quality(value: unknown): ConsultQuality | null {
  const stored = asRecord(value);
  const overall = asNumber(stored?.['overall']);
  if (stored === null || overall === null) return null;
  const by = asText(stored['by']) || null;
  const parts = QUALITY_PARTS.map((part) => [part, asNumber(stored[part])] as const);
  const scores = Object.fromEntries(parts) as Record<(typeof QUALITY_PARTS)[number], number | null>;
  const model = numbers(stored['model']);
  const { grounding, completeness, accuracy, overall: whole } = model;
  const judged =
    grounding !== undefined &&
    completeness !== undefined &&
    accuracy !== undefined &&
    whole !== undefined
      ? { model: { grounding, completeness, accuracy, overall: whole } }
      : {};
  return { ...scores, overall, by, ...judged };
}

function numbers(value: unknown): Record<string, number> {
  const entries = Object.entries(asRecord(value) ?? {});
  return Object.fromEntries(
    entries.flatMap(([name, one]) => (typeof one === 'number' ? [[name, one]] : [])),
  );
}

/** A citation without a stored document cannot be opened, so its number stays text. */
function citation(one: unknown): AnswerCitation[] {
  const stored = asRecord(one);
  const document = asText(stored?.['doc_id']);
  const n = stored?.['n'];
  if (stored === null || document === '' || typeof n !== 'number') return [];
  return [
    {
      n,
      chunk_id: asText(stored['chunk_id']),
      doc_id: document,
      title: asText(stored['title']),
      section: asText(stored['section']),
      quote: asText(stored['quote']),
      digest: stored['digest'] === true,
    },
  ];
}
