import { backend } from '../backend';
import type { DrugUpdates, KeyView, LawUpdates, OutboundSettings } from '../backend/types';
import { administrator, desk } from './desk.svelte';
import { Load } from './load.svelte';
import { Settings } from './settings.svelte';

/** What may leave the machine, the keys for it, and the laws and drug data that are fetched. */
class Outbound {
  readonly settings = new Settings<OutboundSettings>(
    () => backend.call('outbound_settings', {}),
    (change) => backend.call('set_outbound_settings', change),
  );
  readonly keys = new Load<KeyView[]>();
  readonly updates = new Load<LawUpdates>();
  readonly drugUpdates = new Load<DrugUpdates>();

  async refresh(): Promise<void> {
    await Promise.all([this.settings.refresh(), this.refreshKeys()]);
  }

  /** Changes the settings as they are shown; throws what the desk refused. */
  async change(edit: (settings: OutboundSettings) => OutboundSettings): Promise<void> {
    await this.settings.change(edit);
    await Promise.all([this.refreshUpdates(), desk.refresh()]);
  }

  /** The key leaves the page with this call. The window does not keep it. */
  async setKey(name: string, value: string): Promise<void> {
    const signer = administrator();
    if (signer === null) return;
    await backend.call('set_key', { name, value, reviewer: signer.id });
    await this.refreshKeys();
  }

  async removeKey(name: string): Promise<void> {
    const signer = administrator();
    if (signer === null) return;
    await backend.call('remove_key', { name, reviewer: signer.id });
    await this.refreshKeys();
  }

  async refreshKeys(): Promise<void> {
    await this.keys.run(() => backend.call('keys', {}));
    await this.refreshUpdates();
  }

  private async refreshUpdates(): Promise<void> {
    await Promise.all([
      this.updates.run(() => backend.call('law_updates', {})),
      this.drugUpdates.run(() => backend.call('drug_updates', {})),
    ]);
  }
}

export const outbound = new Outbound();
