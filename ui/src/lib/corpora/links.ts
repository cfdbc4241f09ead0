import type { Citation, CitedProvision, LinkStatus, ResolvedLink } from '../backend/types';
import type { Tone } from '../review/citation';
import type { Route } from '../state/route';
import { parseAddress } from './place';

/** The place of a reference, with its words marked. */
export function sourceRoute({ document_id, article_key, link }: ResolvedLink): Route {
  return {
    page: 'corpora',
    view: 'document',
    documentId: document_id,
    article: inside(article_key, link.within),
    quote: link.words,
  };
}

/** The place that a reference names; `null` where it cannot be opened. */
export function targetRoute({ link, target_document }: ResolvedLink): Route | null {
  if (target_document === null) return null;
  return {
    page: 'corpora',
    view: 'document',
    documentId: target_document,
    article: link.target.path,
  };
}

/** `가상법 제3조–제7조`, as the reference gives it. */
export function targetName({ link }: ResolvedLink): string {
  const { title, path, until } = link.target;
  const range = path !== null && until !== null ? `${path}–${until}` : path;
  return [title, range].filter((part) => part !== null).join(' ');
}

/** The place of a reference: `가상법 제3조제2항`. */
export function sourceName({ title, article_key, link }: ResolvedLink): string {
  return `${title} ${inside(article_key, link.within)}`;
}

/** The provision a link stands in; 부칙 restart their numbers, so there the key alone is the place. */
function inside(key: string, within: string | null): string {
  return within !== null && parseAddress(within).article === key ? within : key;
}

/** The shape and tone of a link's state, which stand beside its words. */
export const LINK_LOOK: Readonly<Record<LinkStatus, { shape: string; tone: Tone }>> = {
  resolved: { shape: '✓', tone: 'ok' },
  no_document: { shape: '○', tone: 'hold' },
  no_provision: { shape: '✕', tone: 'bad' },
  repealed: { shape: '✕', tone: 'bad' },
};

/** The place of a citation: its provision, where its name gives one, and its quote. */
export function citationRoute(provision: CitedProvision, citation: Citation): Route {
  const named = citation.article.startsWith(provision.title)
    ? citation.article.slice(provision.title.length).trim()
    : '';
  const sameArticle = parseAddress(named).article === provision.article_key;
  return {
    page: 'corpora',
    view: 'document',
    documentId: provision.document_id,
    article: sameArticle ? named : provision.article_key,
    quote: citation.quote,
  };
}
