import { backend } from '../backend';
import type { DocumentKind, ImportProgress, ImportReport } from '../backend/types';
import { batches, merge, type NamedFile } from '../corpora/batches';
import { toBase64 } from '../text/bytes';
import { corpora } from './corpora.svelte';
import { desk } from './desk.svelte';
import { t } from '../words/words.svelte';
import { LongRun } from './longRun.svelte';

/** The import that runs, or the last one. */
class Importing extends LongRun<ImportProgress, ImportReport> {
  startedAt = $state(0);
  /** The kind of the files. The desk recognises each file's kind where this is `null`. */
  kind = $state<DocumentKind | null>(null);
  /** Files and articles of the upload batches that have been imported. */
  private before = { files: 0, articles: 0, total: 0 };

  constructor() {
    super(() => backend.call('cancel_import', {}));
  }

  paths(paths: string[]): Promise<void> {
    const kind = this.kind;
    return this.run(() => backend.call('import_paths', { paths, kind, jobs: null }));
  }

  /** Imports files that were chosen or dropped, including those in dropped folders. */
  uploads(chosen: NamedFile[] | Promise<NamedFile[]>): Promise<void> {
    const kind = this.kind;
    return this.run(async () => {
      const files = await chosen;
      if (files.length === 0) throw new Error(t().importing.nothingDropped);
      let whole: ImportReport | null = null;
      let done = 0;
      for (const batch of batches(files)) {
        this.before = { files: done, articles: whole?.articles ?? 0, total: files.length };
        const uploaded = await Promise.all(
          batch.map(async ({ name, file }) => ({
            name,
            base64: toBase64(new Uint8Array(await file.arrayBuffer())),
          })),
        );
        const report: ImportReport = await backend.call('import_uploads', {
          files: uploaded,
          kind,
        });
        whole = whole ? merge(whole, report) : report;
        done += batch.length;
        if (report.cancelled || this.cancelling) return { ...whole, cancelled: true };
      }
      return whole;
    });
  }

  /** Takes in the progress of an import, also of one that another window started. */
  receive(progress: ImportProgress): void {
    const { files, articles, total } = this.before;
    this.progress = {
      ...progress,
      files_done: progress.files_done + files,
      files_total: Math.max(progress.files_total + files, total),
      articles: progress.articles + articles,
    };
  }

  private async run(work: () => Promise<ImportReport | null>): Promise<void> {
    if (this.running) return;
    this.startedAt = Date.now();
    this.before = { files: 0, articles: 0, total: 0 };
    await this.start(work);
    desk.indexing = null;
    await Promise.all([corpora.refresh(), desk.refresh()]);
  }
}

export const importing = new Importing();
