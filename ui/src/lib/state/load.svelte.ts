import { BackendError } from '../backend';
import { t } from '../words/words.svelte';

/** An error in words for the person at the window. */
export function explain(error: unknown): string {
  if (error instanceof BackendError) return error.reached ? error.message : t().common.unreachable;
  return error instanceof Error ? error.message : String(error);
}

/** Something asked of the desk: what came, what went wrong, and whether it is still on its way. */
export class Load<T> {
  value = $state.raw<T | null>(null);
  error = $state<string | null>(null);
  busy = $state(false);
  private turn = 0;

  /** Only the last of several overlapping questions is heard; `null` when this one was not, or failed. */
  async run(work: () => Promise<T>): Promise<T | null> {
    this.turn += 1;
    const turn = this.turn;
    this.busy = true;
    try {
      const value = await work();
      if (turn !== this.turn) return null;
      this.value = value;
      this.error = null;
      return value;
    } catch (error: unknown) {
      if (turn === this.turn) this.error = explain(error);
      return null;
    } finally {
      if (turn === this.turn) this.busy = false;
    }
  }

  /** Puts an answer that came another way in place; older questions are no longer heard. */
  set(value: T | null): void {
    this.turn += 1;
    this.value = value;
    this.error = null;
    this.busy = false;
  }
}
