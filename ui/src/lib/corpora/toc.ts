import type { ArticleView } from '../backend/types';

/** Articles under one 편·장·절. */
export interface Section {
  breadcrumb: string[];
  articles: ArticleView[];
}

/** `제56조 (의료광고의 금지 등)`; a part that is named by its title alone is not named twice. */
export function heading({ key, title }: Pick<ArticleView, 'key' | 'title'>): string {
  return title === '' || title === key ? key : `${key} (${title})`;
}

/** The text of an article without its heading, which some sources repeat as the first line. */
export function bodyBelow({
  key,
  title,
  text,
}: Pick<ArticleView, 'key' | 'title' | 'text'>): string {
  const [first = '', ...rest] = text.split('\n');
  const close = (line: string) => line.replace(/\s+/gu, '');
  const heads = [key, title, `${key}(${title})`].map(close);
  return rest.length > 0 && heads.includes(close(first)) ? rest.join('\n') : text;
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
