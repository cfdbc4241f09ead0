import { backend } from '../backend';
import type { AskRequest, AskedView, DeskEvent } from '../backend/types';
import {
  asked,
  begun,
  ended,
  linked,
  stepped,
  turnState,
  written,
  type End,
  type Turn,
} from '../ask/turns';
import { t } from '../words/words.svelte';
import { announcer } from './announcer.svelte';
import { desk } from './desk.svelte';
import { explain } from './load.svelte';

type AskEvent = Extract<DeskEvent, { ask_id: string }>;

/** The questions of this sitting. They live as long as the window, on whatever page it is. */
class Asking {
  turns = $state.raw<readonly Turn[]>([]);
  /** What is typed and not yet asked. */
  draft = $state('');
  /** Called after every answer: lists of questions are stale then. */
  readonly answered: (() => void)[] = [];
  /** Chat models answer beside the rules, where an administrator has set any. */
  withModels = $state(false);
  /** The question box takes the focus when it sees this. */
  wantsFocus = $state(false);
  private openId = $state<number | null>(null);
  private serial = 0;
  /** Tells this window's questions from those of another one on the same desk. */
  private readonly window = crypto.randomUUID();

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
    const engine = this.withModels ? 'chat' : 'rules';
    const request = { question, ask_id: this.askId(id), engine, not_kept: false } as const;
    this.finish(id, await answerTo({ ...request, reviewer: desk.reviewer?.id ?? null }));
    for (const heard of this.answered) heard();
  }

  /** Puts a question of before among those of this sitting, and opens it. */
  recall(view: AskedView): void {
    const known = this.turns.find(
      ({ end }) => end.state === 'answered' && end.response.asked_id === view.id,
    );
    if (known) {
      this.show(known.id);
      return;
    }
    this.serial += 1;
    const { question, at, response } = view;
    const turn: Turn = { id: this.serial, question, at, end: { state: 'answered', response } };
    this.turns = begun(this.turns, turn);
    this.show(turn.id);
  }

  /** Stops the question that is waited for, here and at the desk. What the desk still says to it is not heard. */
  leave(): void {
    const waiting = this.turns.find(({ end }) => end.state === 'waiting');
    if (!waiting) return;
    this.finish(waiting.id, { state: 'left' });
    void giveUp(this.askId(waiting.id));
  }

  /** How far the desk is and what a model writes come before the answer, and an answer before its links. */
  hear(event: AskEvent): void {
    const id = this.turns.find((turn) => this.askId(turn.id) === event.ask_id)?.id;
    if (id === undefined) return;
    if (event.type === 'ask_answered') {
      this.take(id, () => linked(this.turns, id, event.response));
    } else if (event.type === 'ask_token') {
      this.turns = written(this.turns, id, event.text);
    } else {
      this.turns = stepped(this.turns, id, { name: event.node, ms: event.ms });
    }
  }

  private askId(id: number): string {
    return `${this.window}/${id}`;
  }

  private finish(id: number, end: End): void {
    const known = this.turns.find((turn) => turn.id === id)?.end.state === 'answered';
    if (known && end.state === 'answered') this.turns = linked(this.turns, id, end.response);
    else if (!known) this.take(id, () => ended(this.turns, id, end));
  }

  /** What became of a question, said once. */
  private take(id: number, change: () => Turn[]): void {
    const before = this.turns.find((turn) => turn.id === id);
    this.turns = change();
    const after = this.turns.find((turn) => turn.id === id);
    // A failure is an alert on the page.
    if (after && after !== before && after.end.state !== 'failed')
      announcer.say(t().ask.heard[turnState(after)]);
  }
}

async function answerTo(request: AskRequest): Promise<End> {
  try {
    return { state: 'answered', response: await backend.call('ask', request) };
  } catch (failure: unknown) {
    return { state: 'failed', message: explain(failure) };
  }
}

async function giveUp(askId: string): Promise<void> {
  try {
    await backend.call('cancel_ask', { ask_id: askId });
  } catch {
    // The desk works on for nothing; whoever asked has turned away from it all the same.
  }
}

export const asking = new Asking();
