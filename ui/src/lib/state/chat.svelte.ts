import { backend } from '../backend';
import type { ChatSettings, ChatState, ChatTest, SettingsView } from '../backend/types';
import { Load } from './load.svelte';
import { administrator } from './outbound.svelte';

/** Chat models as they are set, and what keeps each from being asked. */
class Chat {
  readonly settings = new Load<SettingsView<ChatSettings>>();
  readonly state = new Load<ChatState>();

  async refresh(): Promise<void> {
    await Promise.all([
      this.settings.run(() => backend.call('chat_settings', {})),
      this.state.run(() => backend.call('chat_state', {})),
    ]);
  }

  /** Changes the settings as they are shown; throws what the desk refused. */
  async change(edit: (settings: ChatSettings) => ChatSettings): Promise<void> {
    const view = this.settings.value;
    const signer = administrator();
    if (view === null || signer === null) return;
    try {
      this.settings.set(
        await backend.call('set_chat_settings', {
          settings: edit(view.settings),
          revision: view.revision,
          reviewer: signer.id,
        }),
      );
      await this.state.run(() => backend.call('chat_state', {}));
    } catch (error: unknown) {
      // Somebody else may have changed them: show what is so now.
      await this.refresh();
      throw error;
    }
  }

  /** Asks an endpoint what it can do; this is the only thing here that may leave the machine. */
  test(endpoint: string, model: string | null): Promise<ChatTest> {
    return backend.call('test_chat', {
      endpoint,
      model,
      reviewer: administrator()?.id ?? null,
    });
  }
}

export const chat = new Chat();
