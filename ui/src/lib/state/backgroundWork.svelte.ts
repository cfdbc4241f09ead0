import { backend } from '../backend';
import { afterReport, afterIndexing, percentOf, type WorkProgress } from '../search/backgroundWork';
import { t } from '../words/words.svelte';
import { announcer } from './announcer.svelte';
import { errorText } from '../words/errorText';

/** The desk does not report that such work failed or was cancelled elsewhere, so a long silence ends it here. */
const SILENCE_MS = 30_000;

/** Background work for the search by meaning, whichever window started it. */
class BackgroundWork {
  cancelling = $state(false);
  error = $state<string | null>(null);
  private progress = $state.raw<WorkProgress | null>(null);
  private silence: ReturnType<typeof setTimeout> | undefined;

  /** The progress in whole per cent; `null` while no work runs. */
  percent: number | null = $derived(percentOf(this.progress));

  constructor(
    private readonly operation: 'cancel_fit' | 'cancel_embed',
    private readonly cancelledWords: () => string,
  ) {}

  receive(done: number, of: number): void {
    clearTimeout(this.silence);
    this.progress = afterReport(this.progress, done, of);
    if (this.progress) this.silence = setTimeout(() => (this.progress = null), SILENCE_MS);
    if (this.percent === null) this.error = null;
  }

  /** Ends the work, because an index is complete or reports may have been missed. */
  end(): void {
    this.progress = afterIndexing(this.progress);
    this.error = null;
  }

  async cancel(): Promise<void> {
    this.cancelling = true;
    this.error = null;
    try {
      await backend.call(this.operation, {});
      this.progress = this.progress && { ...this.progress, cancelled: true };
      announcer.say(this.cancelledWords());
    } catch (error: unknown) {
      this.error = errorText(error);
    } finally {
      this.cancelling = false;
    }
  }
}

/** The fit of the embedding to the corpora. */
export const fitting = new BackgroundWork('cancel_fit', () => t().fitting.cancelled);

/** The computation of the chosen encoder's vectors. */
export const embedding = new BackgroundWork('cancel_embed', () => t().embedding.cancelled);
