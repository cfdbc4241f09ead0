import type { ArticleView } from '../backend/types';

/** An article in force without a text. */
export function article(
  key: string,
  breadcrumb: string[] = [],
  over: Partial<ArticleView> = {},
): ArticleView {
  return {
    key,
    title: '',
    part: 'main',
    breadcrumb,
    text: '',
    notes: [],
    deleted: false,
    effective_from: null,
    in_force: true,
    start: 0,
    end: 0,
    ...over,
  };
}
