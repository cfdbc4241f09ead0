import type { WebLink } from '../backend/types/WebLink';

/** A reference link; `host` is `null` where the address is none that a browser may open. */
export interface ShownLink extends WebLink {
  host: string | null;
}

/** Addresses come from outside: only those of the web are links. */
export function shownLink(link: WebLink): ShownLink {
  const url = URL.canParse(link.url) ? new URL(link.url) : null;
  const isWeb = url !== null && (url.protocol === 'https:' || url.protocol === 'http:');
  return { ...link, host: isWeb ? url.host : null };
}
