import type { WebLink } from '../backend/types';

/** A reference link; `host` is `null` where the address is none that a browser may open. */
export interface ShownLink extends WebLink {
  host: string | null;
}

/** Addresses come from outside: only those of the web, encrypted, are links. */
export function shownLink(link: WebLink): ShownLink {
  const url = URL.canParse(link.url) ? new URL(link.url) : null;
  return { ...link, host: url?.protocol === 'https:' ? url.host : null };
}
