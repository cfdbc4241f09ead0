/** Pages of the corpora that do not show a single document. */
const CORPORA_VIEWS = [
  'documents',
  'import',
  'quarantine',
  'digests',
  'broken',
  'affected',
  'citations',
  'rules',
] as const;
export type CorporaView = (typeof CORPORA_VIEWS)[number];

/** Pages of the settings. */
const SETTINGS_PLACES = ['general', 'work', 'outbound', 'models'] as const;
export type SettingsPlace = (typeof SETTINGS_PLACES)[number];

/** A page of the desk and what its address names. */
export type Route =
  | { page: 'review'; caseId: string | null }
  | { page: 'new' }
  | { page: 'ask' }
  | { page: 'prescription' }
  | { page: 'patients'; patientId: string | null }
  | { page: 'corpora'; view: CorporaView }
  | {
      page: 'corpora';
      view: 'document';
      documentId: string;
      /** An article's key, or a provision of it. */
      article: string | null;
      /** Words of the article to mark. */
      quote?: string;
    }
  | { page: 'corpora'; view: 'pack'; packId: string; version: string | null }
  | { page: 'corpora'; view: 'history' | 'links'; documentId: string }
  | {
      page: 'corpora';
      view: 'compare';
      documentId: string;
      from: string | null;
      to: string | null;
    }
  | { page: 'coverage' }
  | { page: 'settings'; place: SettingsPlace };

export type Page = Route['page'];

/** Where each page begins, in the order in which the pages are listed. */
export const PAGES: readonly Route[] = [
  { page: 'review', caseId: null },
  { page: 'new' },
  { page: 'ask' },
  { page: 'prescription' },
  { page: 'patients', patientId: null },
  { page: 'corpora', view: 'documents' },
  { page: 'coverage' },
  { page: 'settings', place: 'general' },
];

/** A page about one document. */
export type DocumentRoute = Extract<Route, { documentId: string }>;

/** Reads an address. An unknown one leads to the queue. */
export function parseRoute(hash: string): Route {
  const [page, ...rest] = hash
    .replace(/^#\/?/, '')
    .split('/')
    .filter((part) => part !== '')
    .map(decode);
  switch (page) {
    case 'new':
      return { page: 'new' };
    case 'ask':
      return { page: 'ask' };
    case 'prescription':
      return { page };
    case 'patients':
      return { page, patientId: rest[0] ?? null };
    case 'coverage':
      return { page };
    case 'settings':
      return { page, place: SETTINGS_PLACES.find((one) => one === rest[0]) ?? 'general' };
    case 'corpora':
      return corporaRoute(rest);
    default:
      return { page: 'review', caseId: page === 'review' ? (rest[0] ?? null) : null };
  }
}

/** The address of a page. */
export function href(route: Route): string {
  const parts: (string | null)[] = [route.page];
  if (route.page === 'review') parts.push(route.caseId);
  if (route.page === 'patients') parts.push(route.patientId);
  if (route.page === 'corpora') parts.push(...corporaParts(route));
  if (route.page === 'settings' && route.place !== 'general') parts.push(route.place);
  return `#/${parts
    .filter((part) => part !== null)
    .map(encodeURIComponent)
    .join('/')}`;
}

function corporaRoute([view, id, ...rest]: string[]): Route {
  const page = 'corpora';
  if (id !== undefined) {
    const [first = null, second = null] = rest;
    if (view === 'history' || view === 'links') return { page, view, documentId: id };
    if (view === 'pack') return { page, view, packId: id, version: first };
    if (view === 'compare') return { page, view, documentId: id, from: first, to: second };
    if (view === 'document') {
      const place = { page, view, documentId: id, article: first } as const;
      return second === null ? place : { ...place, quote: second };
    }
  }
  return { page, view: CORPORA_VIEWS.find((one) => one === view) ?? 'documents' };
}

function corporaParts(route: Route & { page: 'corpora' }): (string | null)[] {
  switch (route.view) {
    case 'documents':
      return [];
    case 'document':
      // Words can only be marked in an article.
      return ['document', route.documentId, route.article, route.article && (route.quote ?? null)];
    case 'compare':
      return ['compare', route.documentId, route.from, route.from && route.to];
    case 'pack':
      return ['pack', route.packId, route.version];
    case 'history':
    case 'links':
      return [route.view, route.documentId];
    default:
      return [route.view];
  }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
