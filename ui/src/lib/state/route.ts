/** A page of the desk, as its address says. */
export type Route =
  | { page: 'review'; caseId: string | null }
  | { page: 'new' }
  | { page: 'corpora'; view: 'documents' | 'import' }
  | { page: 'corpora'; view: 'document'; documentId: string; article: string | null }
  | { page: 'settings' };

export type Page = Route['page'];

/** An address that is no page leads to the queue. */
export function parseRoute(hash: string): Route {
  const [page, ...rest] = hash
    .replace(/^#\/?/, '')
    .split('/')
    .filter((part) => part !== '')
    .map(decode);
  switch (page) {
    case 'new':
      return { page: 'new' };
    case 'settings':
      return { page: 'settings' };
    case 'corpora':
      if (rest[0] === 'import') return { page: 'corpora', view: 'import' };
      if (rest[0] === 'document' && rest[1] !== undefined) {
        return { page: 'corpora', view: 'document', documentId: rest[1], article: rest[2] ?? null };
      }
      return { page: 'corpora', view: 'documents' };
    default:
      return { page: 'review', caseId: page === 'review' ? (rest[0] ?? null) : null };
  }
}

/** The address of a page. */
export function href(route: Route): string {
  const parts: (string | null)[] = [route.page];
  if (route.page === 'review') parts.push(route.caseId);
  if (route.page === 'corpora' && route.view === 'import') parts.push('import');
  if (route.page === 'corpora' && route.view === 'document') {
    parts.push('document', route.documentId, route.article);
  }
  return `#/${parts
    .filter((part) => part !== null)
    .map(encodeURIComponent)
    .join('/')}`;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
