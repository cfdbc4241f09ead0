import { backend } from '../backend';
import { heard, over, percent, type Fit } from '../search/backgroundWork';
import { t } from '../words/words.svelte';
import { announcer } from './announcer.svelte';
import { explain } from './load.svelte';

/** The desk does not say that such work failed, or that another window called it off: silence does. */
const SILENCE_MS = 30_000;

/** Work on the search by meaning that runs behind everything else, wherever it was started. */
class Behind {
  cancelling = $state(false);
  error = $state<string | null>(null);
  private known = $state.raw<Fit | null>(null);
  private silence: ReturnType<typeof setTimeout> | undefined;

  /** Whole per cent; `null` when none runs. */
  percent: number | null = $derived(percent(this.known));

  constructor(
    private readonly operation: 'cancel_fit' | 'cancel_embed',
    private readonly said: () => string,
  ) {}

  hear(done: number, of: number): void {
    clearTimeout(this.silence);
    this.known = heard(this.known, done, of);
    if (this.known) this.silence = setTimeout(() => (this.known = null), SILENCE_MS);
    if (this.percent === null) this.error = null;
  }

  /** An index is complete, or nobody knows what was missed. */
  end(): void {
    this.known = over(this.known);
    this.error = null;
  }

  async cancel(): Promise<void> {
    this.cancelling = true;
    this.error = null;
    try {
      await backend.call(this.operation, {});
      this.known = this.known && { ...this.known, cancelled: true };
      announcer.say(this.said());
    } catch (error: unknown) {
      this.error = explain(error);
    } finally {
      this.cancelling = false;
    }
  }
}

/** The fit of the embedding to the corpora. */
export const fitting = new Behind('cancel_fit', () => t().fitting.cancelled);

/** The making of the chosen encoder's vectors. */
export const embedding = new Behind('cancel_embed', () => t().embedding.cancelled);
