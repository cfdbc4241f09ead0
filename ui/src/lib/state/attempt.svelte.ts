import { errorText } from '../words/errorText';

/** A change that the desk is asked to make: whether it is under way, and why the last one was refused. */
export class Attempt {
  busy = $state(false);
  error = $state<string | null>(null);

  /** Resolves to whether the change was made; otherwise `error` explains why not. */
  async run(change: () => Promise<unknown>): Promise<boolean> {
    this.busy = true;
    this.error = null;
    try {
      await change();
      return true;
    } catch (failure: unknown) {
      this.error = errorText(failure);
      return false;
    } finally {
      this.busy = false;
    }
  }
}
