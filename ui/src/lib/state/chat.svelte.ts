import { backend } from '../backend';
import type { ChatSettings, ChatState, ChatTest } from '../backend/types';
import { Load } from './load.svelte';
import { Settings } from './settings.svelte';
import { administrator } from './desk.svelte';

/** Chat models as they are set, and what keeps each from being asked. */
class Chat {
  readonly settings = new Settings<ChatSettings>(
    () => backend.call('chat_settings', {}),
    (change) => backend.call('set_chat_settings', change),
  );
  readonly state = new Load<ChatState>();

  async refresh(): Promise<void> {
    await Promise.all([this.settings.refresh(), this.refreshState()]);
  }

  private async refreshState(): Promise<void> {
    await this.state.run(() => backend.call('chat_state', {}));
  }

  /** Changes the settings as they are shown; throws what the desk refused. */
  async change(edit: (settings: ChatSettings) => ChatSettings): Promise<void> {
    try {
      await this.settings.change(edit);
    } finally {
      await this.refreshState();
    }
  }

  /** Tests what an endpoint can do. Only this call may leave the machine. */
  test(endpoint: string, model: string | null): Promise<ChatTest> {
    return backend.call('test_chat', {
      endpoint,
      model,
      reviewer: administrator()?.id ?? null,
    });
  }
}

export const chat = new Chat();
