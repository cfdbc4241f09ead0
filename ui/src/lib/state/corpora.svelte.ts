import { backend } from '../backend';
import type { DocumentSummary } from '../backend/types/DocumentSummary';
import type { QuarantineEntry } from '../backend/types/QuarantineEntry';
import { Load } from './load.svelte';

/** The stored documents. */
class Corpora {
  readonly documents = new Load<DocumentSummary[]>();
  readonly quarantine = new Load<QuarantineEntry[]>();

  async refresh(): Promise<void> {
    await Promise.all([
      this.documents.run(() => backend.call('documents', {})),
      this.quarantine.run(() => backend.call('quarantine', {})),
    ]);
  }
}

export const corpora = new Corpora();
