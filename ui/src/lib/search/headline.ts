import type { SearchResponse } from '../backend/types';
import { milliseconds } from '../text/format';
import type { Messages } from '../words/ko';

type Answer = Pick<SearchResponse, 'hits' | 'known' | 'took_ms' | 'encoder' | 'reranker'>;

/** The line above the hits: how many there are, or why there are none. */
export function headline(query: string, answer: Answer, words: Messages['search']): string {
  if (!answer.known) return words.unknown(query);
  if (answer.hits.length === 0) return words.noHits(query);
  return (
    words.hits(answer.hits.length, milliseconds(answer.took_ms['total'] ?? 0)) +
    words.by(answer.encoder, answer.reranker)
  );
}
