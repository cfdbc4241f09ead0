import type { Hit } from '../backend/types';
import type { Force } from '../corpora/documents';
import { lawDay } from '../corpora/notes';
import type { Messages } from '../words/ko';

type Days = Pick<Hit, 'in_force' | 'effective_from' | 'effective_to' | 'ended_since'>;

/** Whether a hit is in force on the day of the search, or why it is not. */
export function forceOf(hit: Days): Force {
  if (hit.in_force) return 'inForce';
  if (hit.ended_since !== null) return 'ended';
  const { effective_from: from, effective_to: to } = hit;
  return from !== null && (to === null || from <= to) ? 'notYet' : 'notInForce';
}

/** Since when a hit has ended or from when it will be in force; empty where neither is known. */
export function dayOfForce(hit: Days, words: Messages['search']): string {
  if (hit.in_force) return '';
  if (hit.ended_since !== null) return words.endedSince(lawDay(hit.ended_since));
  return forceOf(hit) === 'notYet' && hit.effective_from !== null
    ? words.beginsOn(lawDay(hit.effective_from))
    : '';
}

/** The name of the versions folded below a hit, with their number. */
export function versionsBelow(
  hit: Pick<Hit, 'effective_from'> & { other_versions: readonly Pick<Hit, 'effective_from'>[] },
  words: Messages['search'],
): string {
  const others = hit.other_versions;
  const earlier = others.every(
    ({ effective_from: from }) => (from ?? '') < (hit.effective_from ?? ''),
  );
  return earlier ? words.earlierVersions(others.length) : words.otherVersions(others.length);
}

/** The hits folded below a hit, by kind, with a name for each kind that there is. */
export function foldedBelow(
  hit: Hit,
  words: Messages['search'],
): { kind: 'versions' | 'copies'; label: string; hits: Hit[] }[] {
  const versions = {
    kind: 'versions' as const,
    label: versionsBelow(hit, words),
    hits: hit.other_versions,
  };
  const copies = {
    kind: 'copies' as const,
    label: words.copies(hit.copies.length),
    hits: hit.copies,
  };
  return [versions, copies].filter(({ hits }) => hits.length > 0);
}
