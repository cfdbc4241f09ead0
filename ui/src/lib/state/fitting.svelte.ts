import { backend } from '../backend';
import { heard, over, percent, type Fit } from '../search/fitting';
import { t } from '../words/words.svelte';
import { announcer } from './announcer.svelte';
import { explain } from './load.svelte';

/** The desk does not say that a fit failed, or that another window called it off: silence does. */
const SILENCE_MS = 30_000;

/** The fit of the embedding that runs, wherever it was started. */
class Fitting {
  cancelling = $state(false);
  error = $state<string | null>(null);
  private known = $state.raw<Fit | null>(null);
  private silence: ReturnType<typeof setTimeout> | undefined;

  /** Whole per cent; `null` when none runs. */
  percent: number | null = $derived(percent(this.known));

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
      await backend.call('cancel_fit', {});
      this.known = this.known && { ...this.known, cancelled: true };
      announcer.say(t().fitting.cancelled);
    } catch (error: unknown) {
      this.error = explain(error);
    } finally {
      this.cancelling = false;
    }
  }
}

export const fitting = new Fitting();
