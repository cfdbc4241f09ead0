import type { ArticleView } from '../backend/types/ArticleView';

/** Articles under one 편·장·절. */
export interface Section {
  breadcrumb: string[];
  articles: ArticleView[];
}

/** In the document's own order, a new section wherever the heading changes. */
export function sections(articles: readonly ArticleView[]): Section[] {
  const found: Section[] = [];
  for (const article of articles) {
    const last = found.at(-1);
    if (last && last.breadcrumb.join('\n') === article.breadcrumb.join('\n'))
      last.articles.push(article);
    else found.push({ breadcrumb: article.breadcrumb, articles: [article] });
  }
  return found;
}
