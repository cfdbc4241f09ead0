import type {
  ArticleChange,
  ChangeKind,
  LawDiff,
  ProvisionChange,
  WordRun,
} from '../backend/types';
import type { Tone } from '../review/citation';
import { heading } from './toc';

/** How changes are shown: in one text, or as two texts side by side. */
export type Column = 'both' | 'old' | 'new';

export function runsOf(words: readonly WordRun[], column: Column): WordRun[] {
  if (column === 'both') return [...words];
  return words.filter(({ side }) => side === 'same' || side === column);
}

/** `제5조 → 제6조 (심의)` where the number moved. */
export function changeHeading(change: ArticleChange): string {
  const name = heading(change);
  return change.old_key === null || change.old_key === change.key
    ? name
    : `${change.old_key} → ${name}`;
}

/** `제2항제3호`, under the heading of its article; the article's own words have no place of their own. */
export function provisionLabel(change: ProvisionChange): string {
  const short = (path: string | null) => path?.replace(/^제\d+조(?:의\d+)?/u, '') ?? '';
  const now = short(change.path);
  const before = short(change.old_path);
  if (change.path === null || change.old_path === null || now === before) return now || before;
  return [before, now].filter((part) => part !== '').join(' → ');
}

/** An anchor for an article that changed; keys hold spaces, which an id may not. */
export function changeAnchor(key: string): string {
  return `change-${key.replace(/\s+/gu, '_')}`;
}

export function hasChanges(diff: LawDiff): boolean {
  return diff.parts.some(({ articles }) => articles.length > 0);
}

/** Whether both days have the same version, because none took effect between them. */
export function isSameVersion(diff: LawDiff): boolean {
  return diff.from.document_id === diff.to.document_id;
}

/** The shape and tone of a change, which stand beside its word. */
export const CHANGE_LOOK: Readonly<Record<ChangeKind, { shape: string; tone: Tone }>> = {
  added: { shape: '+', tone: 'ok' },
  removed: { shape: '−', tone: 'bad' },
  changed: { shape: '±', tone: 'warn' },
  renumbered: { shape: '→', tone: 'hold' },
};
