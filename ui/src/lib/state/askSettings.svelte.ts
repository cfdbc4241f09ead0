import { backend } from '../backend';
import type { AskSettings, SettingsView } from '../backend/types';
import { Load } from './load.svelte';
import { administrator, outbound } from './outbound.svelte';

/** What administrators set about pharmacists' questions. */
class AskSettingsState {
  readonly view = new Load<SettingsView<AskSettings>>();

  async refresh(): Promise<void> {
    await this.view.run(() => backend.call('ask_settings', {}));
  }

  /** Changes the settings as they are shown; throws what the desk refused. */
  async change(edit: (settings: AskSettings) => AskSettings): Promise<void> {
    const view = this.view.value;
    const signer = administrator();
    if (view === null || signer === null) return;
    try {
      this.view.set(
        await backend.call('set_ask_settings', {
          settings: edit(view.settings),
          revision: view.revision,
          reviewer: signer.id,
        }),
      );
    } catch (error: unknown) {
      await this.refresh();
      throw error;
    }
    // The keys the desk has a use for may be others now.
    await outbound.refresh();
  }
}

export const askSettings = new AskSettingsState();
