import type { Messages } from '../ko';

type Part = Pick<Messages, 'search' | 'fitting' | 'embedding'>;

/** Searching the corpora, and the work behind the search by meaning. */
export const search: Part = {
  search: {
    text: 'Words',
    hint: 'e.g. 치료 경험담 광고',
    submit: 'Find',
    mode: 'How to search',
    modes: { bm25: 'Words', dense: 'Meaning', hybrid: 'Both' },
    about: {
      bm25: 'texts that have the words',
      dense: 'texts close in meaning, in other words too',
      hybrid: 'words and meaning, reranked (default)',
    },
    hits: (n, ms) => `${n} hits · ${ms}`,
    noHits: (text) => `No article matches “${text}”.`,
    unknown: (text) =>
      `The sources have no word of “${text}”, so nothing was searched. Check the spelling and the keyboard layout, and use words of law or of medicines.`,
    suggestion: { before: 'Did you mean', after: () => '?' },
    byMeaning: 'close in meaning',
    byMeaningWhy: 'None of the words is in the text, but its meaning is close.',
    earlierVersions: (n) => (n === 1 ? '1 earlier version' : `${n} earlier versions`),
    otherVersions: (n) => (n === 1 ? '1 other version' : `${n} other versions`),
    endedSince: (day) => `no effect since ${day}`,
    beginsOn: (day) => `in force from ${day}`,
    by: (encoder, reranker) =>
      [encoder && `encoder ${encoder}`, reranker && `reranker ${reranker}`]
        .filter(Boolean)
        .map((part) => ` · ${part}`)
        .join(''),
    behind: 'An import is running. Its new documents are not searched yet.',
    instead: (asked, used) => `Searched by “${used}” instead of “${asked}”.`,
    why: 'Why this result',
    stage: 'Stage',
    stages: { bm25: 'Words, BM25', dense: 'Meaning', fused: 'Joined', rerank: 'Reranked' },
    rank: 'Rank',
    score: 'Score',
    contribution: 'Share',
    absent: 'none',
    legend:
      'The share is what a stage added to the joined score; for the reranking it is the score. — means that the stage did not run or did not find it.',
  },
  embedding: {
    label: 'Making the encoder’s vectors',
    running: (percent) => `Making the sources’ vectors by the chosen encoder ${percent}%`,
    cancel: 'Stop',
    cancelling: 'Stopping…',
    cancelled: 'It was stopped. What was made is kept, and search goes on as before.',
  },
  fitting: {
    label: 'Fitting the search by meaning',
    running: (percent) => `Fitting the search by meaning to the sources ${percent}%`,
    cancel: 'Stop',
    cancelling: 'Stopping…',
    cancelled: 'Fitting was stopped. Search goes on as before.',
  },
};
