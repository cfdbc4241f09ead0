import type { DocumentKind, SearchMode, SearchRequest } from '../backend/types';

/** The ways to search, in the order they are offered. */
export const SEARCH_MODES: readonly SearchMode[] = ['bm25', 'dense', 'hybrid'];
export const DEFAULT_MODE: SearchMode = 'hybrid';

/** The number of hits that are shown. */
const MOST = 30;

/** The contents of the form. */
export interface SearchForm {
  text: string;
  kind: DocumentKind | null;
  /** A day, or nothing. */
  asOf: string;
  mode: SearchMode;
}

/** The search request; `null` where there is nothing to search for. */
export function searchRequest({ text, kind, asOf, mode }: SearchForm): SearchRequest | null {
  const query = text.trim();
  if (query === '') return null;
  return {
    query,
    kinds: kind === null ? [] : [kind],
    k: MOST,
    mode,
    profile: null,
    no_rerank: false,
    as_of: asOf === '' ? null : asOf,
  };
}
