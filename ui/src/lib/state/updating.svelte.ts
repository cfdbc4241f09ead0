import { backend } from '../backend';
import type { LawUpdateReport, UpdateProgress } from '../backend/types';
import { tally } from '../administration/updates';
import { count } from '../text/format';
import { t } from '../words/words.svelte';
import { announcer } from './announcer.svelte';
import { corpora } from './corpora.svelte';
import { desk } from './desk.svelte';
import { LongRun } from './longRun.svelte';
import { outbound } from './outbound.svelte';

/** The update of laws that runs, or the last one. */
class Updating extends LongRun<UpdateProgress, LawUpdateReport> {
  constructor() {
    super(() => backend.call('cancel_update', {}));
  }

  /** Fetches new versions of all followed laws. With `check` it only finds out which there are. */
  async run(check: boolean): Promise<void> {
    if (this.running) return;
    const reviewer = desk.reviewer?.id ?? null;
    const report = await this.start(() =>
      backend.call('update_laws', { laws: [], check, reviewer }),
    );
    if (report !== null) this.announce(report);
    await Promise.all([outbound.refresh(), check ? null : corpora.refresh(), desk.refresh()]);
  }

  /** Takes in the progress of an update, also of one that another window started. */
  receive(progress: UpdateProgress): void {
    this.progress = progress;
  }

  private announce(report: LawUpdateReport): void {
    const { added, failed } = tally(report);
    announcer.say(
      report.cancelled ? t().updates.cancelled : t().updates.finished(count(added), count(failed)),
    );
  }
}

export const updating = new Updating();
