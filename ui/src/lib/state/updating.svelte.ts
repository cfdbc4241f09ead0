import { backend } from '../backend';
import type { LawUpdateProgress, LawUpdateReport } from '../backend/types';
import { tally } from '../administration/updates';
import { count } from '../text/format';
import { t } from '../words/words.svelte';
import { announcer } from './announcer.svelte';
import { corpora } from './corpora.svelte';
import { desk } from './desk.svelte';
import { explain } from './load.svelte';
import { outbound } from './outbound.svelte';

/** The update of laws that runs, or the last one. It goes on while other pages are shown. */
class Updating {
  running = $state(false);
  cancelling = $state(false);
  progress = $state.raw<LawUpdateProgress | null>(null);
  report = $state.raw<LawUpdateReport | null>(null);
  error = $state<string | null>(null);

  /** Fetches new versions of all followed laws; with `check` it only looks. */
  async run(check: boolean): Promise<void> {
    if (this.running) return;
    this.running = true;
    this.cancelling = false;
    this.progress = null;
    this.report = null;
    this.error = null;
    try {
      const reviewer = desk.reviewer?.id ?? null;
      const report = await backend.call('update_laws', { laws: [], check, reviewer });
      this.report = report;
      const { added, failed } = tally(report);
      announcer.say(
        report.cancelled
          ? t().updates.cancelled
          : t().updates.finished(count(added), count(failed)),
      );
    } catch (error: unknown) {
      this.error = explain(error);
    } finally {
      this.running = false;
      this.cancelling = false;
      await Promise.all([outbound.refresh(), check ? null : corpora.refresh(), desk.refresh()]);
    }
  }

  async cancel(): Promise<void> {
    this.cancelling = true;
    try {
      await backend.call('cancel_update', {});
    } catch (error: unknown) {
      this.cancelling = false;
      this.error = explain(error);
    }
  }

  /** Takes in what the desk tells of an update, also of one that another window started. */
  hear(progress: LawUpdateProgress): void {
    this.progress = progress;
  }
}

export const updating = new Updating();
