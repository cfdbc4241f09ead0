import { backend } from '../backend';
import type { CoverageImportReport, CoverageProgress } from '../backend/types';
import { LongRun } from './longRun.svelte';

/** The import of insurance documents that runs, or the last one. */
class CoverageImporting extends LongRun<CoverageProgress, CoverageImportReport> {
  constructor() {
    super(() => backend.call('cancel_import', {}));
  }

  /** Imports a folder, replacing what is there; `null` where it failed or another import runs. */
  folder(path: string): Promise<CoverageImportReport | null> {
    return this.start(() => backend.call('coverage_import', { path }));
  }

  /** Takes in the progress of an import, also of one that another window started. */
  receive(progress: CoverageProgress): void {
    this.progress = progress;
  }
}

export const coverageImporting = new CoverageImporting();
