import type { AnswerCitation, ConsultQuality } from '../backend/types';
import { isClosing, pieces } from '../ask/answer';
import { asList, asNumber, asRecord, asText } from './unknownJson';
import { QUALITY_PARTS } from './quality';
import { textsByPlace, sortedWarnings, type TextsByPlace, type Reply } from './reply';

/**
 * An answer as the desk keeps it with its turn: all that was shown when it came. A desk of before kept less; what is not there
 * is absent, never made up. `null` where there is none.
 */
export function readKept(answer: unknown): Reply | null {
  const kept = asRecord(answer);
  const text = asText(kept?.['text'] ?? kept?.['answer']);
  if (kept === null || text === '') return null;
  const citations = asList(kept['citations']).flatMap(citation);
  const warnings = asList(kept['warnings']).map(warning);
  const parts =
    kept['paragraphs'] === undefined ? null : textsByPlace(paragraphs(kept['paragraphs']));
  const { warning: first, notice, text: body, closing } = parts ?? fromText(text, warnings);
  const read = (part: string) => pieces(part, citations);
  const cache = asRecord(kept['cache']);
  return {
    warnings: sortedWarnings(warnings, first),
    notices: notice.map(read),
    paragraphs: body.map(read),
    closing,
    citations,
    used: asList(kept['used']).map(asText),
    complexity: asText(kept['complexity']) || null,
    k: asNumber(kept['k']),
    fromCache: kept['cache_hit'] === true || cache?.['hit'] === true,
    similarity: asNumber(cache?.['similarity']),
    savedMs: asNumber(cache?.['saved_ms']),
    stoppedBy: asText(kept['stopped_by']),
    quality: quality(kept['quality']),
    iterations: asNumber(kept['iterations']) ?? 0,
    rewritten: asList(kept['rewritten']).map((words) => asList(words).map(asText)),
    timings: numbers(kept['timings_ms']),
    plain: kept['mode'] === 'plain',
    engine: asText(kept['engine']) || null,
    modelNotices: asList(kept['notices']).map(asText),
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
  const kept = asRecord(value);
  const overall = asNumber(kept?.['overall']);
  if (kept === null || overall === null) return null;
  const by = asText(kept['by']) || null;
  const parts = QUALITY_PARTS.map((part) => [part, asNumber(kept[part])] as const);
  const scores = Object.fromEntries(parts) as Record<(typeof QUALITY_PARTS)[number], number | null>;
  const model = numbers(kept['model']);
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
  const known = Object.entries(asRecord(value) ?? {});
  return Object.fromEntries(
    known.flatMap(([name, one]) => (typeof one === 'number' ? [[name, one]] : [])),
  );
}

/** A citation without a stored document cannot be opened, so its number stays text. */
function citation(one: unknown): AnswerCitation[] {
  const kept = asRecord(one);
  const document = asText(kept?.['doc_id']);
  const n = kept?.['n'];
  if (kept === null || document === '' || typeof n !== 'number') return [];
  return [
    {
      n,
      chunk_id: asText(kept['chunk_id']),
      doc_id: document,
      title: asText(kept['title']),
      section: asText(kept['section']),
      quote: asText(kept['quote']),
      digest: kept['digest'] === true,
    },
  ];
}
