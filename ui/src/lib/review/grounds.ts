import type { ChangedGround } from '../backend/types';

/** The words in which a ground is described. */
export interface GroundWords {
  pack: (id: string, was: string, now: string) => string;
  source: (article: string, was: string, now: string) => string;
  law: (article: string, was: string, now: string) => string;
  none: string;
}

/** Describes a changed ground in one line. */
export function groundWords(ground: ChangedGround, words: GroundWords): string {
  if (ground.ground === 'pack') {
    const id = (ground.was ?? ground.now)?.id ?? '';
    return words.pack(id, ground.was?.version ?? words.none, ground.now?.version ?? words.none);
  }
  const tell = ground.ground === 'law' ? words.law : words.source;
  return tell(ground.article, ground.was, ground.now ?? words.none);
}
