import { backend } from '../backend';
import type { AskRequest, AskedView, DeskEvent } from '../backend/types';
import {
  questionOf,
  withTurn,
  withEnd,
  withLinks,
  withStep,
  turnState,
  withText,
  type TurnEnd,
  type Turn,
} from '../ask/turns';
import { t } from '../words/words.svelte';
import { announcer } from './announcer.svelte';
import { desk } from './desk.svelte';
import { errorText } from '../words/errorText';

type AskEvent = Extract<DeskEvent, { ask_id: string }>;

/** The questions of this window. They last as long as the window. */
class Asking {
  turns = $state.raw<readonly Turn[]>([]);
  /** The question that is being written. */
  draft = $state('');
  /** Called after every answer, so that lists of questions are loaded again. */
  readonly answered: (() => void)[] = [];
  /** Chat models answer beside the rules, where an administrator has set any. */
  withModels = $state(false);
  /** The question's field takes the focus and resets this. */
  focusRequest = $state(false);
  private openId = $state<number | null>(null);
  private serial = 0;
  /** Distinguishes the questions of this window from those of others. */
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
    const question = questionOf(text);
    if (question === null || this.busy) return;
    this.serial += 1;
    const id = this.serial;
    const at = new Date().toISOString();
    this.turns = withTurn(this.turns, { id, question, at, end: { state: 'waiting' } });
    this.openId = id;
    this.draft = '';
    announcer.say(t().ask.waiting);
    const engine = this.withModels ? 'chat' : 'rules';
    const request = { question, ask_id: this.askId(id), engine, not_kept: false } as const;
    this.finish(id, await answerTo({ ...request, reviewer: desk.reviewer?.id ?? null }));
    for (const listener of this.answered) listener();
  }

  /** Adds a stored question to those of this window, and opens it. */
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
    this.turns = withTurn(this.turns, turn);
    this.show(turn.id);
  }

  /** Stops the awaited question, here and at the desk. Later events of it are ignored. */
  stop(): void {
    const waiting = this.turns.find(({ end }) => end.state === 'waiting');
    if (!waiting) return;
    this.finish(waiting.id, { state: 'left' });
    void giveUp(this.askId(waiting.id));
  }

  /** Takes in the progress and the text of an answer, and an answer whose links are still awaited. */
  receive(event: AskEvent): void {
    const id = this.turns.find((turn) => this.askId(turn.id) === event.ask_id)?.id;
    if (id === undefined) return;
    if (event.type === 'ask_answered') {
      this.change(id, () => withLinks(this.turns, id, event.response));
    } else if (event.type === 'ask_token') {
      this.turns = withText(this.turns, id, event.text);
    } else {
      this.turns = withStep(this.turns, id, { name: event.node, ms: event.ms });
    }
  }

  private askId(id: number): string {
    return `${this.window}/${id}`;
  }

  private finish(id: number, end: TurnEnd): void {
    const known = this.turns.find((turn) => turn.id === id)?.end.state === 'answered';
    if (known && end.state === 'answered') this.turns = withLinks(this.turns, id, end.response);
    else if (!known) this.change(id, () => withEnd(this.turns, id, end));
  }

  /** Changes the turns, and announces a new outcome once. */
  private change(id: number, change: () => Turn[]): void {
    const before = this.turns.find((turn) => turn.id === id);
    this.turns = change();
    const after = this.turns.find((turn) => turn.id === id);
    // The page itself shows a failure as an alert.
    if (after && after !== before && after.end.state !== 'failed')
      announcer.say(t().ask.heard[turnState(after)]);
  }
}

async function answerTo(request: AskRequest): Promise<TurnEnd> {
  try {
    return { state: 'answered', response: await backend.call('ask', request) };
  } catch (failure: unknown) {
    return { state: 'failed', message: errorText(failure) };
  }
}

async function giveUp(askId: string): Promise<void> {
  try {
    await backend.call('cancel_ask', { ask_id: askId });
  } catch {
    // The desk may go on working; the window ignores its answer all the same.
  }
}

export const asking = new Asking();
