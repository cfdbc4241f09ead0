import type { AnswerCitation } from '../backend/types/AnswerCitation';
import { isClosing, pieces } from '../ask/answer';
import { warned, type Reply } from './reply';

/**
 * An answer as the desk keeps it with its turn: fewer parts than it had when it came, and parts that
 * a newer desk adds. `null` where there is none.
 */
export function readKept(answer: unknown): Reply | null {
  const kept = asRecord(answer);
  const text = asText(kept?.['text'] ?? kept?.['answer']);
  if (kept === null || text === '') return null;
  const citations = asList(kept['citations']).flatMap(citation);
  const warnings = asList(kept['warnings']).flatMap((one) => {
    const { severity, text: says, source } = asRecord(one) ?? {};
    return [
      {
        rule: '',
        severity: asText(severity),
        text: asText(says),
        source: asText(source),
        drug: null,
      },
    ];
  });
  const paragraphs = text
    .split(/\n\s*\n/u)
    .map((part) => part.trim())
    .filter((part) => part !== '' && !warnings.some((one) => one.text === part));
  const closing = isClosing(paragraphs.at(-1)) ? paragraphs.splice(-1) : [];
  return {
    warnings: warned(warnings, []),
    notices: [],
    paragraphs: paragraphs.map((part) => pieces(part, citations)),
    closing,
    citations,
    used: asList(kept['used']).map(asText),
    complexity: null,
    k: null,
    fromCache: kept['cache_hit'] === true,
    similarity: null,
    savedMs: null,
    stoppedBy: asText(kept['stopped_by']),
    quality: null,
    iterations: 0,
    rewritten: [],
    timings: {},
    plain: false,
  };
}

/** A citation whose document is not kept cannot be opened: its number stays words. */
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

function asRecord(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null ? { ...value } : null;
}

function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
