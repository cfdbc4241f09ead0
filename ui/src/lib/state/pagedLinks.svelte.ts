import type { LinkPage, ResolvedLink } from '../backend/types';
import { errorText } from '../words/errorText';

/** A long list of links that is loaded page by page. */
export class PagedLinks {
  links = $state.raw<ResolvedLink[]>([]);
  total = $state<number | null>(null);
  error = $state<string | null>(null);
  busy = $state(false);
  private turn = 0;

  /** Loads the first page of a list. */
  async start(ask: (offset: number) => Promise<LinkPage>): Promise<void> {
    this.turn += 1;
    this.links = [];
    this.total = null;
    await this.page(ask);
  }

  /** Loads the next page. */
  async more(ask: (offset: number) => Promise<LinkPage>): Promise<void> {
    if (!this.busy) await this.page(ask);
  }

  private async page(ask: (offset: number) => Promise<LinkPage>): Promise<void> {
    const turn = this.turn;
    this.busy = true;
    this.error = null;
    try {
      const page = await ask(this.links.length);
      if (turn !== this.turn) return;
      this.links = [...this.links, ...page.links];
      this.total = page.total;
    } catch (error: unknown) {
      if (turn === this.turn) this.error = errorText(error);
    } finally {
      if (turn === this.turn) this.busy = false;
    }
  }
}
