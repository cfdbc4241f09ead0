import type { AnswerCitation, ArticleView } from '../backend/types';
import { cutLine, type Cut } from '../corpora/lines';
import { findWords, type Range } from '../corpora/place';
import type { Route } from '../state/route';

/** The passage of a source: its lines, with the quote marked. */
export interface Passage {
  lines: Cut[];
  /** Only the quote is known, because the passage around it was not found. */
  alone: boolean;
}

/** The passage a citation quotes: the section it names, else any other that has the words. */
export function passageOf(articles: readonly ArticleView[], citation: AnswerCitation): Passage {
  const named = articles.filter(({ key }) => key === citation.section);
  for (const { text } of [...named, ...articles]) {
    const mark = findWords(text, citation.quote);
    if (mark) return { lines: lines(text, mark), alone: false };
  }
  const { quote } = citation;
  return { lines: lines(quote, { from: 0, to: quote.length }), alone: true };
}

/** The place of a citation in its document, the quote marked. */
export function sourceRoute(citation: AnswerCitation): Route {
  const place = { page: 'corpora', view: 'document', documentId: citation.doc_id } as const;
  return citation.section === ''
    ? { ...place, article: null }
    : { ...place, article: citation.section, quote: citation.quote };
}

/** `가상정 · 용법·용량`. */
export function sourceName({ title, section }: AnswerCitation): string {
  return [title, section].filter((part) => part !== '').join(' · ');
}

function lines(text: string, mark: Range): Cut[] {
  let from = 0;
  const found: Cut[] = [];
  for (const line of text.split('\n')) {
    if (line.trim() !== '') found.push(cutLine({ text: line, from }, mark));
    from += line.length + 1;
  }
  return found;
}
