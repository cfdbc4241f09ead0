import { backend } from '../backend';
import { asked, begun, ended, turnState, type End, type Turn } from '../ask/sitting';
import { t } from '../words/words.svelte';
import { announcer } from './announcer.svelte';
import { explain } from './load.svelte';

/** The questions of this sitting. They live as long as the window, on whatever page it is. */
class Asking {
  turns = $state.raw<readonly Turn[]>([]);
  /** What is typed and not yet asked. */
  draft = $state('');
  /** The question box takes the focus when it sees this. */
  wantsFocus = $state(false);
  private openId = $state<number | null>(null);
  private serial = 0;

  /** The question whose answer is on the screen. */
  get open(): Turn | null {
    return this.turns.find(({ id }) => id === this.openId) ?? null;
  }

  get busy(): boolean {
    return this.turns.some(({ end }) => end.state === 'waiting');
  }

  show(id: number): void {
    this.openId = id;
    if (this.open) announcer.say(t().ask.heard[turnState(this.open)]);
  }

  /** Asks, unless there is nothing to ask or an answer is on its way. */
  async ask(text: string): Promise<void> {
    const question = asked(text);
    if (question === null || this.busy) return;
    this.serial += 1;
    const id = this.serial;
    const at = new Date().toISOString();
    this.turns = begun(this.turns, { id, question, at, end: { state: 'waiting' } });
    this.openId = id;
    this.draft = '';
    announcer.say(t().ask.waiting);
    this.finish(id, await answerTo(question));
  }

  /** No longer waits. The desk may still work on it; what it answers is not heard. */
  leave(): void {
    const waiting = this.turns.find(({ end }) => end.state === 'waiting');
    if (waiting) this.finish(waiting.id, { state: 'left' });
  }

  private finish(id: number, end: End): void {
    const before = this.turns.find((turn) => turn.id === id);
    this.turns = ended(this.turns, id, end);
    const after = this.turns.find((turn) => turn.id === id);
    // A failure is an alert on the page.
    if (after && after !== before && end.state !== 'failed')
      announcer.say(t().ask.heard[turnState(after)]);
  }
}

async function answerTo(question: string): Promise<End> {
  try {
    return { state: 'answered', response: await backend.call('ask', { question }) };
  } catch (failure: unknown) {
    return { state: 'failed', message: explain(failure) };
  }
}

export const asking = new Asking();
