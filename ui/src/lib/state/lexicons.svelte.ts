import { backend } from '../backend';
import type { LexiconImport, LexiconSource, LexiconStatus } from '../backend/types';
import { LEXICON_NAMES } from '../administration/lexiconNames';
import { count } from '../text/format';
import { t } from '../words/words.svelte';
import { announcer } from './announcer.svelte';
import { Attempt } from './attempt.svelte';
import { administrator } from './desk.svelte';
import { Load } from './load.svelte';

type Tables =
  { source: 'umls'; mrconso: string; mrsty: string } | { source: 'medcat'; cdb: string };

/** The imported lexicons. An import takes minutes and goes on while other pages are shown. */
class Lexicons {
  readonly status = new Load<LexiconStatus>();
  readonly attempt = new Attempt();
  /** What the last change resulted in. */
  done = $state<string | null>(null);

  async refresh(): Promise<void> {
    await this.status.run(() => backend.call('lexicon_status', {}));
  }

  /** Imports tables, replacing what was imported from the same source. Does nothing while another import runs. */
  async import(tables: Tables): Promise<void> {
    const request: LexiconImport = { ...tables, reviewer: signer() };
    await this.change(async () => {
      const { source, concepts } = await backend.call('lexicon_import', request);
      return t().lexicon.done(LEXICON_NAMES[source], count(concepts));
    });
  }

  async remove(source: LexiconSource): Promise<void> {
    await this.change(async () => {
      await backend.call('lexicon_remove', { source, reviewer: signer() });
      return t().lexicon.removed(LEXICON_NAMES[source]);
    });
  }

  /** Makes a change that resolves to its outcome in words. */
  private async change(work: () => Promise<string>): Promise<void> {
    if (this.attempt.busy) return;
    this.done = null;
    await this.attempt.run(async () => {
      this.done = await work();
      announcer.say(this.done);
    });
    await this.refresh();
  }
}

function signer(): string | null {
  return administrator()?.id ?? null;
}

export const lexicons = new Lexicons();
