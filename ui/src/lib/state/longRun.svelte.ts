import { errorText } from '../words/errorText';

/** Work of the desk that takes minutes and can be cancelled. It goes on while other pages are shown. */
export class LongRun<Progress, Report> {
  running = $state(false);
  cancelling = $state(false);
  progress = $state.raw<Progress | null>(null);
  /** The report of the last run. */
  report = $state.raw<Report | null>(null);
  error = $state<string | null>(null);

  constructor(private readonly askToCancel: () => Promise<unknown>) {}

  async cancel(): Promise<void> {
    this.cancelling = true;
    try {
      await this.askToCancel();
    } catch (error: unknown) {
      this.cancelling = false;
      this.error = errorText(error);
    }
  }

  /** Runs the work unless other work runs; `null` where it did not run or failed. */
  protected async start(work: () => Promise<Report | null>): Promise<Report | null> {
    if (this.running) return null;
    this.running = true;
    this.cancelling = false;
    this.progress = null;
    this.report = null;
    this.error = null;
    try {
      this.report = await work();
    } catch (error: unknown) {
      this.error = errorText(error);
    } finally {
      this.running = false;
      this.cancelling = false;
    }
    return this.report;
  }
}
