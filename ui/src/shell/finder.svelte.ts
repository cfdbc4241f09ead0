import { backend } from '$lib/backend';
import type { CaseSummary, Hit, QueueState, Verdict } from '$lib/backend/types';
import { caseName } from '$lib/review/caseName';
import { Load } from '$lib/state/load.svelte';
import { PAGES, type Route } from '$lib/state/route';
import { ScalarText } from '$lib/text/scalar';
import { t } from '$lib/words/words.svelte';

/** An entry that can be opened. */
export interface Found {
  key: string;
  title: string;
  detail: string;
  verdict: Verdict | null;
  route: Route;
}

export interface Group {
  title: string;
  found: Found[];
}

/** Looks a text up among pages, cases and articles at once. */
export class Finder {
  text = $state('');
  private readonly cases = new Load<CaseSummary[]>();
  private readonly articles = new Load<Hit[]>();
  private later: ReturnType<typeof setTimeout> | undefined;
  private due = false;
  private looking: Promise<unknown> = Promise.resolve();

  groups: Group[] = $derived(
    [
      { title: t().palette.cases, found: (this.cases.value ?? []).map(foundCase) },
      { title: t().palette.articles, found: (this.articles.value ?? []).map(foundArticle) },
      { title: t().palette.pages, found: this.pages() },
    ].filter((group) => group.found.length > 0),
  );

  get busy(): boolean {
    return this.cases.busy || this.articles.busy;
  }

  get error(): string | null {
    return this.cases.error ?? this.articles.error;
  }

  ask(text: string): void {
    this.text = text;
    clearTimeout(this.later);
    this.due = true;
    this.later = setTimeout(() => this.look(), text === '' ? 0 : 120);
  }

  /** Waits until the list belongs to the present text, so that Enter never opens an older match. */
  async settle(): Promise<void> {
    if (this.due) this.look();
    await this.looking;
  }

  private look(): void {
    clearTimeout(this.later);
    this.due = false;
    const text = this.text.trim();
    if (text === '') this.articles.set([]);
    this.looking = Promise.all([
      this.cases.run(() => findCases(text)),
      text === '' ? null : this.articles.run(() => findArticles(text)),
    ]);
  }

  private pages(): Found[] {
    const wanted = this.text.trim().toLowerCase();
    return PAGES.map((route) => ({
      key: route.page,
      title: t().pages[route.page],
      detail: '',
      verdict: null,
      route,
    })).filter(({ title }) => title.toLowerCase().includes(wanted));
  }
}

/** Waiting cases first, then finished ones. */
async function findCases(text: string): Promise<CaseSummary[]> {
  const states: QueueState[] = text === '' ? ['open'] : ['open', 'done'];
  const pages = await Promise.all(
    states.map((state) =>
      backend.call('queue', { state, reviewer: null, text: text || null, limit: 6 }),
    ),
  );
  const found = pages.flatMap((page) => page.cases);
  return found
    .filter((row, index) => found.findIndex(({ case_id }) => case_id === row.case_id) === index)
    .slice(0, 8);
}

async function findArticles(query: string): Promise<Hit[]> {
  const { hits } = await backend.call('search', {
    query,
    kinds: [],
    k: 6,
    // The search while typing uses the words as they stand.
    mode: 'bm25',
    profile: null,
    no_rerank: true,
    as_of: null,
  });
  return hits;
}

function foundCase(row: CaseSummary): Found {
  return {
    key: row.case_id,
    title: caseName(row),
    detail: row.excerpt,
    verdict: row.final_verdict ?? row.verdict,
    route: { page: 'review', caseId: row.case_id },
  };
}

function foundArticle(hit: Hit): Found {
  return {
    key: hit.chunk_id,
    title: `${hit.title} ${hit.article}`,
    detail: new ScalarText(hit.text).slice(hit.snippet.start, hit.snippet.end),
    verdict: null,
    route: { page: 'corpora', view: 'document', documentId: hit.doc_id, article: hit.article },
  };
}
