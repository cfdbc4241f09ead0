import type { LexiconSource } from '../backend/types';

/** Names of the sources of imported lexicons, the same in every language. */
export const LEXICON_NAMES: Readonly<Record<LexiconSource, string>> = {
  umls: 'UMLS',
  medcat: 'MedCAT',
};
