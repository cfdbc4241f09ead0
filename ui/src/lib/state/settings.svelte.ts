import type { ChangeSettings, SettingsView } from '../backend/types';
import { administrator } from './desk.svelte';
import { Load } from './load.svelte';

/** One group of the desk's settings, which administrators change as a whole. */
export class Settings<S> extends Load<SettingsView<S>> {
  constructor(
    private readonly read: () => Promise<SettingsView<S>>,
    private readonly write: (change: ChangeSettings<S>) => Promise<SettingsView<S>>,
  ) {
    super();
  }

  async refresh(): Promise<void> {
    await this.run(this.read);
  }

  /** Saves the settings as `edit` leaves them. Throws what the desk refused. */
  async save(edit: (settings: S) => S): Promise<void> {
    const view = this.value;
    const signer = administrator();
    if (view === null || signer === null) return;
    const { revision } = view;
    this.set(await this.write({ settings: edit(view.settings), revision, reviewer: signer.id }));
  }

  /** Saves like `save`. After a refusal it reads the settings again: somebody else may have changed them. */
  async change(edit: (settings: S) => S): Promise<void> {
    try {
      await this.save(edit);
    } catch (error: unknown) {
      await this.refresh();
      throw error;
    }
  }
}
