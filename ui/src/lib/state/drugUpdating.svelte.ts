import { backend } from '../backend';
import type { DrugUpdateReport, ImportProgress, UpdateProgress } from '../backend/types';
import { tallyPages } from '../administration/drugUpdates';
import { count } from '../text/format';
import { t } from '../words/words.svelte';
import { announcer } from './announcer.svelte';
import { corpora } from './corpora.svelte';
import { desk } from './desk.svelte';
import { LongRun } from './longRun.svelte';
import { outbound } from './outbound.svelte';

/** The update of drug data that runs, or the last one. */
class DrugUpdating extends LongRun<UpdateProgress, DrugUpdateReport> {
  /** Progress of the import, which follows when all pages are fetched. */
  files = $state.raw<ImportProgress | null>(null);

  constructor() {
    super(() => backend.call('cancel_update', {}));
  }

  /** Fetches the rows of all followed services. With `check` it only counts them. */
  async run(check: boolean, everything = false): Promise<void> {
    if (this.running) return;
    this.files = null;
    const reviewer = desk.reviewer?.id ?? null;
    const report = await this.start(() =>
      backend.call('update_drugs', { services: [], check, everything, reviewer }),
    );
    if (report !== null) this.announce(report);
    await Promise.all([outbound.refresh(), check ? null : corpora.refresh(), desk.refresh()]);
  }

  /** Takes in the progress of an update, also of one that another window started. */
  receive(progress: UpdateProgress): void {
    this.progress = progress;
  }

  /** Takes in the progress of an import, which is that of this update while it runs. */
  receiveImport(progress: ImportProgress): void {
    if (this.running) this.files = progress;
  }

  private announce(report: DrugUpdateReport): void {
    const { added, failed } = tallyPages(report);
    announcer.say(
      report.cancelled
        ? t().drugUpdates.cancelled
        : t().drugUpdates.finished(count(added), count(failed)),
    );
  }
}

export const drugUpdating = new DrugUpdating();
