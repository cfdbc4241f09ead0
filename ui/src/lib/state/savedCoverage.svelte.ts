import { backend } from '../backend';
import type { CoverageQuestion, SavedCoverages } from '../backend/types';
import { Load } from './load.svelte';

/** The comparisons of coverage that are saved by name on this desk. */
class SavedCoverage {
  readonly list = new Load<SavedCoverages>();

  refresh(): Promise<unknown> {
    return this.list.run(() => backend.call('coverage_saved', {}));
  }

  /** Throws what the desk refuses, for instance a name that is taken. */
  async save(name: string, questions: CoverageQuestion[]): Promise<void> {
    await backend.call('coverage_save', { name, questions });
    await this.refresh();
  }

  /** Throws what the desk refuses. */
  async forget(name: string): Promise<void> {
    await backend.call('coverage_forget', { name });
    await this.refresh();
  }
}

export const savedCoverage = new SavedCoverage();
