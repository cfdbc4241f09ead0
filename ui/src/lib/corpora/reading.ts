import type { ArticleView } from '../backend/types';
import { articleLines, rangeOf, type Line } from './lines';
import { placeNotes } from './notes';
import { findWords, parseAddress, type Range } from './place';
import { bodyBelow } from './toc';

/** The place that an address names: an article or a provision, and a quote in it. */
export interface ReadingPlace {
  article: string | null;
  quote: string | null;
}

/** The article of a document to which the page scrolls. */
export interface Target {
  key: string;
  index: number;
}

/** Finds the article that an address names by its key or by one of its provisions. */
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

/** An article as the page shows it. */
export interface ArticleLayout {
  lines: Line[];
  /** 개정 notes about the article as a whole; the others are at the ends of their lines. */
  notes: string[];
  /** The range of the quote. */
  mark: Range | null;
  /** The range of the provision. */
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

/** The most articles that are shown before a person asks for more. */
export const WINDOW = 500;

/** A part of a long list around one of its entries. */
export function windowAround(count: number, at: number | null, size = WINDOW): Range {
  if (count <= size) return { from: 0, to: count };
  const from = Math.min(Math.max(0, (at ?? 0) - Math.floor(size / 4)), count - size);
  return { from, to: from + size };
}
