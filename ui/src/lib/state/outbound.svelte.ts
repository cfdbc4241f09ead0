import { backend } from '../backend';
import type {
  KeyView,
  LawUpdates,
  OutboundSettings,
  Reviewer,
  SettingsView,
} from '../backend/types';
import { desk } from './desk.svelte';
import { Load } from './load.svelte';

/** Whoever signs at this window, when they may change what administrators decide. */
export function administrator(): Reviewer | null {
  return desk.reviewer?.role === 'administrator' ? desk.reviewer : null;
}

/** What may leave the machine, the keys for it, and the laws that are fetched. */
class Outbound {
  readonly settings = new Load<SettingsView<OutboundSettings>>();
  readonly keys = new Load<KeyView[]>();
  readonly updates = new Load<LawUpdates>();

  async refresh(): Promise<void> {
    await Promise.all([
      this.settings.run(() => backend.call('outbound_settings', {})),
      this.refreshKeys(),
    ]);
  }

  /** Changes the settings as they are shown; throws what the desk refused. */
  async change(edit: (settings: OutboundSettings) => OutboundSettings): Promise<void> {
    const view = this.settings.value;
    const signer = administrator();
    if (view === null || signer === null) return;
    try {
      this.settings.set(
        await backend.call('set_outbound_settings', {
          settings: edit(view.settings),
          revision: view.revision,
          reviewer: signer.id,
        }),
      );
    } catch (error: unknown) {
      // Somebody else may have changed them: show what is so now.
      await this.settings.run(() => backend.call('outbound_settings', {}));
      throw error;
    }
    await Promise.all([this.refreshUpdates(), desk.refresh()]);
  }

  /** The key leaves the page with this call and is kept nowhere here. */
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
    await this.updates.run(() => backend.call('law_updates', {}));
  }
}

export const outbound = new Outbound();
