import type { Messages } from '../ko';

type Part = Pick<Messages, 'search' | 'searchProfiles' | 'fitting' | 'embedding'>;

/** Searching the corpora, and the work behind the search by meaning. */
export const search: Part = {
  search: {
    text: 'Words',
    hint: 'e.g. 치료 경험담 광고',
    submit: 'Find',
    found: 'Passages found',
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
    copies: (n) =>
      n === 1 ? 'the same text in 1 other place' : `the same text in ${n} other places`,
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
    profileNames: {
      search: 'Search',
      review: 'Review',
      pharmacy: 'Questions',
      counsel: 'Consultations',
    },
    profile: {
      of: (name) => `Profile “${name}”`,
      words: (n) => `${n} by words`,
      meaning: (n) => `${n} by meaning`,
      formulas: { reciprocal_rank: 'reciprocal ranks', weighted_scores: 'weighted scores' },
      k: (k) => `k=${k}`,
      weights: (words, meaning) => `weights ${words}:${meaning}`,
      rerank: (n) => (n === 0 ? 'none reranked' : `${n} reranked`),
      minimum: (score) => (score === null ? 'no least score' : `least score ${score}`),
    },
    computation: 'Joined score',
    legend:
      'The share is what a stage added to the joined score; for the reranking it is the score. — means that the stage did not run or did not find it.',
  },
  searchProfiles: {
    title: 'How searches are made',
    hint: 'A change holds from the next search on, in every window and every program of this desk. Only changed profiles are stored.',
    routing: 'The kind of question decides the profile and the number of documents',
    routingHint:
      'Switched off, questions of pharmacists and of consultations go to the profile “Search”, in the same documents.',
    saveRouting: 'Save',
    savedRouting: 'The routing of questions is saved.',
    uses: {
      search: 'A search of the sources. This window shows up to 30 results.',
      review: 'Only for a search that names it: a review itself ranks by words alone.',
      pharmacy:
        'A question of a pharmacist. It takes all that is reranked and chooses among it; the least score also decides what is out of scope.',
      counsel:
        'A consultation. The steps are the numbers of documents of an answer, by how much is asked.',
    },
    changed: 'changed',
    lexical: 'Hits by words',
    dense: 'Hits by meaning',
    fusion: 'How they are joined',
    k: 'k of reciprocal ranks',
    weightWords: 'Weight of words',
    weightMeaning: 'Weight of meaning',
    rerank: 'Hits to rerank',
    results: 'Results',
    steps: 'Results, by steps',
    minimum: 'Least score',
    minimumHint: 'empty: no limit',
    save: (name) => `Save ${name}`,
    saved: (name) => `The profile “${name}” is saved.`,
    restore: (name) => `Back to the shipped values of ${name}`,
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
