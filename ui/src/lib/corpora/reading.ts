import type { ArticleView } from '../backend/types';
import { articleLines, rangeOf, type Line } from './lines';
import { placeNotes } from './notes';
import { findWords, parseAddress, type Range } from './place';
import { bodyBelow } from './toc';

/** What an address asks to see: an article or a provision of it, and words in it. */
export interface ReadingPlace {
  article: string | null;
  quote: string | null;
}

/** Where in a document the reader is taken. */
export interface Target {
  key: string;
  index: number;
}

/** The article an address names: by its key, or as the one its provision is part of. */
export function targetOf(articles: readonly ArticleView[], wanted: ReadingPlace): Target | null {
  if (wanted.article === null) return null;
  const key = wanted.article;
  const exact = articles.findIndex((one) => one.key === key);
  const outer = parseAddress(key).article;
  const index = exact >= 0 ? exact : articles.findIndex((one) => one.key === outer);
  const article = articles[index];
  return article ? { key: article.key, index } : null;
}

/** The name an article has on the page; keys hold spaces, which an id may not. */
export function anchorOf(key: string): string {
  return `article-${key.replace(/\s+/gu, '_')}`;
}

/** An article as it is drawn. */
export interface ArticleLayout {
  lines: Line[];
  /** 개정 notes about the article as a whole; the others are at the ends of their lines. */
  notes: string[];
  /** The words asked for. */
  mark: Range | null;
  /** The provision asked for. */
  unit: Range | null;
}

export function layOutArticle(article: ArticleView, wanted: ReadingPlace | null): ArticleLayout {
  const text = bodyBelow(article);
  const lines = articleLines(text);
  const notes = placeNotes(lines, article.notes);
  const place = wanted?.article ? parseAddress(wanted.article).place : null;
  const unit = place && rangeOf(lines, place);
  const mark = wanted?.quote ? findWords(text, wanted.quote, unit) : null;
  return { lines, notes, mark, unit };
}

/** At most this many articles are drawn before a person asks for more. */
export const WINDOW = 500;

/** A part of a long list around one of its entries. */
export function windowAround(count: number, at: number | null, size = WINDOW): Range {
  if (count <= size) return { from: 0, to: count };
  const from = Math.min(Math.max(0, (at ?? 0) - Math.floor(size / 4)), count - size);
  return { from, to: from + size };
}
