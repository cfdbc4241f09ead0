import { errorText } from '../words/errorText';

/** A request to the desk: its answer, its error, and whether it is still running. */
export class Load<T> {
  value = $state.raw<T | null>(null);
  error = $state<string | null>(null);
  busy = $state(false);
  private turn = 0;

  /** Runs a request. Of several overlapping ones only the last counts; the others, and those that fail, resolve to `null`. */
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
      if (turn === this.turn) this.error = errorText(error);
      return null;
    } finally {
      if (turn === this.turn) this.busy = false;
    }
  }

  /** Sets a value that came another way, and ignores the requests that still run. */
  set(value: T | null): void {
    this.turn += 1;
    this.value = value;
    this.error = null;
    this.busy = false;
  }
}
