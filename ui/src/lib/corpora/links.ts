import type { Citation, CitedProvision, LinkStatus, ResolvedLink } from '../backend/types';
import type { Tone } from '../review/citation';
import type { Route } from '../state/route';
import { parseAddress } from './place';

/** Where a reference stands, with its words marked. */
export function sourceRoute({ document_id, article_key, link }: ResolvedLink): Route {
  return {
    page: 'corpora',
    view: 'document',
    documentId: document_id,
    article: inside(article_key, link.within),
    quote: link.words,
  };
}

/** What a reference names; `null` where there is nothing to open. */
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

/** `가상법 제3조제2항`: where it stands. */
export function sourceName({ title, article_key, link }: ResolvedLink): string {
  return `${title} ${inside(article_key, link.within)}`;
}

/** The provision a link stands in; 부칙 restart their numbers, so there the key alone is the place. */
function inside(key: string, within: string | null): string {
  return within !== null && parseAddress(within).article === key ? within : key;
}

/** A shape and a tone beside the words. */
export const LINK_LOOK: Readonly<Record<LinkStatus, { shape: string; tone: Tone }>> = {
  resolved: { shape: '✓', tone: 'ok' },
  no_document: { shape: '○', tone: 'hold' },
  no_provision: { shape: '✕', tone: 'bad' },
  repealed: { shape: '✕', tone: 'bad' },
};

/** The exact place of a citation: its provision, where the name of the citation gives one, and its words. */
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
