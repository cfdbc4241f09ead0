import { backend } from '../backend';
import type { ChatPrompt, PromptTrial } from '../backend/types';
import { administrator, desk } from './desk.svelte';
import { Load } from './load.svelte';

/** The prompts of the models, as shipped or as the office changed them. */
class Prompts {
  readonly list = new Load<ChatPrompt[]>();

  async refresh(): Promise<void> {
    await this.list.run(() => backend.call('chat_prompts', {}));
  }

  /** Tries a prompt on an example. With `ask` the model that plays the role answers it, too. */
  try(name: string, text: string, ask: boolean): Promise<PromptTrial> {
    return backend.call('try_prompt', { name, text, ask, reviewer: desk.reviewer?.id ?? null });
  }

  /** Saves the office's prompt in place of the one with the digest `over`. Throws what the desk refused. */
  async set(name: string, text: string, over: string): Promise<void> {
    const signer = administrator();
    if (signer === null) return;
    this.put(await backend.call('set_prompt', { name, text, over, reviewer: signer.id }));
  }

  async reset(name: string): Promise<void> {
    const signer = administrator();
    if (signer === null) return;
    this.put(await backend.call('reset_prompt', { name, reviewer: signer.id }));
  }

  private put(fresh: ChatPrompt): void {
    const list = this.list.value ?? [];
    this.list.set(list.map((one) => (one.name === fresh.name ? fresh : one)));
  }
}

export const prompts = new Prompts();
