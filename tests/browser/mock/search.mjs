// @ts-check
// Search with made-up ranks and scores, and a fit that takes a second.
import { ARTICLES, LAW_ID } from './law.mjs';

/** @typedef {import('../../../ui/src/lib/backend/backend.ts').Operations} Operations */
/** @typedef {import('../../../ui/src/lib/backend/types/DeskEvent.ts').DeskEvent} DeskEvent */
/** @typedef {import('../../../ui/src/lib/backend/types/Hit.ts').Hit} Hit */
/** @typedef {import('../../../ui/src/lib/backend/types/SearchMode.ts').SearchMode} SearchMode */
/** @typedef {import('../../../ui/src/lib/backend/types/Span.ts').Span} Span */

/** A query with this in it finds a desk without vectors. */
export const WITHOUT_VECTORS = '벡터없음';
/** A query with this in it shares no word with the sources. */
export const NOISE = 'zzzzqqq';
/** A misspelt word, and the known one near it. */
export const MISSPELT = { written: '체헙담', known: '체험담' };
/** The key of the article that has earlier versions. */
export const AMENDED = '제5조';
const NO_VECTORS = '가져오기가 끝난 뒤에 의미로 찾을 수 있습니다.';
const SNIPPET = 60;
const STEPS = 40;

/** Where the words stand. Offsets are scalar values. @param {string} text @param {string[]} words @returns {Span[]} */
function places(text, words) {
  const letters = [...text];
  /** @type {Span[]} */
  const found = [];
  for (let start = 0; start < letters.length; start += 1) {
    const word = words.find(
      (one) => letters.slice(start, start + [...one].length).join('') === one,
    );
    if (word === undefined) continue;
    found.push({ start, end: start + [...word].length });
    start += [...word].length - 1;
  }
  return found;
}

/**
 * @param {{ key: string, text: string }} article @param {number} index Its place, from 0.
 * @param {string[]} words @param {SearchMode} mode
 * @returns {Hit}
 */
function hit({ key, text }, index, words, mode) {
  const matches = places(text, words);
  const start = Math.max(0, (matches[0]?.start ?? 0) - 10);
  const rank = index + 1;
  // Meaning finds every second one only, so that there are stages with nothing to say.
  const bm25 = mode === 'dense' ? null : { score: 12.5 - index, contribution: 1 / (60 + rank) };
  const dense =
    mode === 'dense' || (mode === 'hybrid' && index % 2 === 1)
      ? { score: 0.82 - index / 50, contribution: 1 / (61 + rank) }
      : null;
  const sum = (bm25?.contribution ?? 0) + (dense?.contribution ?? 0);
  const terms = [bm25 && `1/(60+${rank})`, dense && `1/(60+${rank + 1})`];
  const computation = mode === 'hybrid' ? terms.filter(Boolean).join(' + ') : '';
  const fused = mode === 'hybrid' ? { score: sum, contribution: sum } : null;
  const rerank =
    mode === 'hybrid' ? { score: 0.91 - index / 20, contribution: 0.91 - index / 20 } : null;
  const title = '가상 광고법';
  return {
    chunk_id: `chunk-${key}`,
    doc_id: LAW_ID,
    title,
    article: key,
    kind: 'statute',
    score: rerank?.score ?? bm25?.score ?? dense?.score ?? 0,
    ranks: {
      bm25: bm25 && rank,
      dense: dense && rank + 1,
      fused: fused && rank,
      rerank: rerank && rank,
    },
    why: { bm25, dense, fused, rerank, computation },
    snippet: { start, end: Math.min([...text].length, start + SNIPPET) },
    matches,
    title_matches: places(title, words),
    found_by: matches.length === 0 && places(title, words).length === 0 ? 'meaning' : 'words',
    text,
    start: 0,
    end: [...text].length,
    digest: false,
    effective_from: '2026-04-07',
    effective_to: null,
    in_force: true,
    ended_since: null,
    other_versions: [],
    copies: [],
  };
}

/** The hit with two earlier versions, where its article has some. @param {Hit} now @returns {Hit} */
function withVersions(now) {
  if (now.article !== AMENDED) return now;
  /** @param {string} from @param {string} to @param {string} since @returns {Hit} */
  const earlier = (from, to, since) => ({
    ...now,
    chunk_id: `${now.chunk_id}-${from}`,
    effective_from: from,
    effective_to: to,
    in_force: false,
    ended_since: since,
  });
  return {
    ...now,
    copies: [{ ...now, chunk_id: `${now.chunk_id}-copy`, title: '가상 광고 고시' }],
    other_versions: [
      earlier('2020-01-01', '2026-04-06', '2026-04-07'),
      earlier('2010-01-01', '2019-12-31', '2020-01-01'),
    ],
  };
}

/**
 * @param {{ tell: (event: DeskEvent) => void, refuse: (message: string) => Error, behind: () => boolean }} desk
 * @returns {{ [O in 'search' | 'fit' | 'cancel_fit' | 'embed' | 'cancel_embed']: (request: Operations[O][0]) => Operations[O][1] | Promise<Operations[O][1]> }}
 */
export function mockSearch({ tell, refuse, behind }) {
  let cancelled = false;
  return {
    search: ({ query, mode, k }) => {
      const ready = mode === 'bm25' || !query.includes(WITHOUT_VECTORS);
      if (mode === 'dense' && !ready) throw refuse(NO_VECTORS);
      const used = ready ? mode : 'bm25';
      const words = query.split(/\s+/).filter((word) => word.length > 1);
      const misspelt = query.includes(MISSPELT.written);
      return {
        hits: ARTICLES.filter(({ text, title }) =>
          words.some((word) => `${title} ${text}`.includes(word)),
        )
          .slice(0, Math.min(k ?? 10, 8))
          .map((article, index) => withVersions(hit(article, index, words, used))),
        known: !query.includes(NOISE) && query !== MISSPELT.written,
        suggestion: misspelt
          ? {
              query: query.replace(MISSPELT.written, MISSPELT.known),
              replaced: [MISSPELT],
            }
          : null,
        profile: {
          id: 'search',
          lexical: used === 'dense' ? 0 : 50,
          dense: used === 'bm25' ? 0 : 50,
          fusion: used === 'hybrid' ? 'reciprocal_rank' : null,
          k: used === 'hybrid' ? 60 : null,
          weights: used === 'hybrid' ? [1, 1] : null,
          rerank: used === 'hybrid' ? 100 : 0,
          minimum: null,
        },
        mode: used,
        encoder: null,
        reranker: null,
        notice: ready ? '' : NO_VECTORS,
        took_ms: { analyse: 0.1, bm25: 0.8, dense: 0.2, fuse: 0.1, rerank: 0.9, total: 2.1 },
        behind: behind(),
      };
    },
    fit: async () => {
      cancelled = false;
      const chunks = ARTICLES.length;
      for (let done = 1; done <= STEPS; done += 1) {
        await new Promise((resolve) => setTimeout(resolve, 25));
        tell({ type: 'fitting', done, of: STEPS });
        // Like the desk: what was called off is heard of once more, and then no more.
        if (cancelled) return { outcome: 'cancelled', chunks };
      }
      tell({ type: 'indexed', chunks });
      return { outcome: 'fitted', chunks };
    },
    cancel_fit: () => {
      cancelled = true;
      return null;
    },
    embed: () => ({ outcome: 'no_encoder', encoder: null, done: 0, of: 0 }),
    cancel_embed: () => null,
  };
}
