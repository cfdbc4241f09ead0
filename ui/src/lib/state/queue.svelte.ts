import { backend } from '../backend';
import type { CaseSummary, QueuePage, QueueState } from '../backend/types';
import { ordered, type Order } from '../review/order';
import { desk } from './desk.svelte';
import { Load } from './load.svelte';
import { preferences } from './preferences.svelte';

/** The most rows that the list loads. The list says when there are more. */
export const ROW_LIMIT = 5000;

/** One list of cases, filtered and sorted. */
class Queue {
  readonly page = new Load<QueuePage>();
  tab = $state<QueueState>('open');
  text = $state('');
  private later: ReturnType<typeof setTimeout> | undefined;

  /** The chosen order. Where that is the oldest first, finished cases still begin with the newest. */
  order: Order = $derived(
    this.tab === 'done' && preferences.order === 'oldest' ? 'newest' : preferences.order,
  );
  rows: CaseSummary[] = $derived(ordered(this.page.value?.cases ?? [], this.order));

  async refresh(): Promise<void> {
    clearTimeout(this.later);
    await this.page.run(() =>
      backend.call('queue', {
        state: this.tab,
        reviewer: desk.reviewer?.id ?? null,
        text: this.text.trim() || null,
        limit: ROW_LIMIT,
      }),
    );
  }

  /** Many changes at once (an import of advertisements) are one refresh. */
  refreshSoon(delay = 250): void {
    clearTimeout(this.later);
    this.later = setTimeout(() => void this.refresh(), delay);
  }

  show(tab: QueueState): void {
    if (tab === this.tab) return;
    this.tab = tab;
    void this.refresh();
  }

  filter(text: string): void {
    this.text = text;
    this.refreshSoon(150);
  }
}

export const queue = new Queue();
