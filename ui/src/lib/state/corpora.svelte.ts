import { backend } from '../backend';
import type { DocumentSummary, QuarantineRecord } from '../backend/types';
import { Load } from './load.svelte';

/** The stored documents, and what could not be taken in. */
class Corpora {
  readonly documents = new Load<DocumentSummary[]>();
  readonly quarantine = new Load<QuarantineRecord[]>();
  /** Whether resolved entries are listed, too. */
  withResolved = $state(false);

  open = $derived(
    (this.quarantine.value ?? []).filter(({ resolution }) => resolution === null).length,
  );

  async refresh(): Promise<void> {
    await Promise.all([
      this.documents.run(() => backend.call('documents', {})),
      this.refreshQuarantine(),
    ]);
  }

  async refreshQuarantine(): Promise<void> {
    await this.quarantine.run(() => backend.call('quarantine', { all: this.withResolved }));
  }

  async showResolved(on: boolean): Promise<void> {
    this.withResolved = on;
    await this.refreshQuarantine();
  }

  /** Signs one entry off, or every open one of its file; throws what the desk refused. */
  async resolve(path: string, place: string | null, reviewer: string, note: string): Promise<void> {
    await backend.call('resolve_quarantine', { path, place, reviewer, note });
    await this.refreshQuarantine();
  }
}

export const corpora = new Corpora();
