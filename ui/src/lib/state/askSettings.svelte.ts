import { backend } from '../backend';
import type { AskSettings } from '../backend/types';
import { outbound } from './outbound.svelte';
import { Settings } from './settings.svelte';

/** The settings of pharmacists' questions. */
class PharmacySettings extends Settings<AskSettings> {
  constructor() {
    super(
      () => backend.call('ask_settings', {}),
      (change) => backend.call('set_ask_settings', change),
    );
  }

  override async change(edit: (settings: AskSettings) => AskSettings): Promise<void> {
    await super.change(edit);
    // The desk may now need other keys.
    await outbound.refresh();
  }
}

export const askSettings = new PharmacySettings();
