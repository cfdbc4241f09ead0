import { backend } from '../backend';
import { questionOf } from '../ask/turns';
import type {
  ConsultCacheStatus,
  EditPatientItem,
  Engine,
  ItemId,
  PatientEvent,
  PatientTurnView,
  PatientView,
  WritePatientItem,
} from '../backend/types';
import {
  conversation,
  lastTurn,
  now,
  withEnd,
  type SentMessage,
  type MessageEnd,
  type ConversationTurn,
} from '../patients/conversation';
import { desk } from './desk.svelte';
import { errorText } from '../words/errorText';
import { Load } from './load.svelte';

/** Numbers the messages of all charts, so that an answer reaches only its own message. */
let serial = 0;

/**
 * The record, the conversation and the draft of one open patient. Every patient gets a chart of their
 * own, so that no late answer can reach another patient's page.
 */
export class Chart {
  readonly view = new Load<PatientView>();
  readonly past = new Load<PatientTurnView[]>();
  readonly history = new Load<PatientEvent[]>();
  readonly cache = new Load<ConsultCacheStatus>();
  draft = $state('');
  /** Answers from the documents alone, without reading or changing the patient's record. */
  plain = $state(false);
  /** Whether chat models answer beside the rules, where they play a role of the consultation. */
  withModels = $state(false);
  /** The node that works on the answer, where the desk reports it. */
  step = $state<string | null>(null);
  private sent = $state.raw<readonly SentMessage[]>([]);
  private askId: string | null = null;

  constructor(readonly id: string) {}

  // This is no `$derived`, because a chart outlives the page that made it.
  get turns(): ConversationTurn[] {
    return conversation(this.past.value ?? [], this.sent);
  }

  /** The patient's record; `null` once the desk refuses it, as after signing out. */
  get known(): PatientView | null {
    return this.view.error === null ? this.view.value : null;
  }

  get busy(): boolean {
    return this.sent.some(({ end }) => end.state === 'waiting');
  }

  /** Loads the record, the turns, the history and the state of the cache. */
  async load(): Promise<void> {
    await Promise.all([
      this.view.run(() => backend.call('patient', this.whose())),
      this.past.run(() => backend.call('patient_turns', this.whose())),
      this.history.run(() => backend.call('patient_history', this.whose())),
      this.cache.run(() => backend.call('consult_cache', {})),
    ]);
  }

  /** Sends a message unless it is empty or an answer is awaited. Resolves to its outcome. */
  async send(text: string): Promise<MessageEnd | null> {
    const message = questionOf(text);
    if (message === null || this.busy || this.past.value === null) return null;
    serial += 1;
    const id = serial;
    const at = now();
    const after = lastTurn(this.past.value);
    this.sent = [
      // A message that is sent again replaces the one that was not answered.
      ...this.sent.filter(
        (one) => one.text !== message || (one.end.state !== 'failed' && one.end.state !== 'left'),
      ),
      { id, text: message, at, after, end: { state: 'waiting' } },
    ];
    this.draft = '';
    this.step = null;
    this.askId = `${at}-${id}`;
    const end = await this.answerTo(message, this.askId);
    this.sent = withEnd(this.sent, id, end);
    await this.load();
    return this.sent.find((one) => one.id === id)?.end ?? null;
  }

  /** Stops waiting for the answer. The desk may still work on it, but its answer is ignored. */
  stopWaiting(): void {
    for (const { id, end } of this.sent)
      if (end.state === 'waiting') this.sent = withEnd(this.sent, id, { state: 'left' });
  }

  /** Takes in a report on how far the answer is. */
  receive(askId: string, node: string): void {
    if (askId === this.askId && this.busy) this.step = node;
  }

  confirm(item: ItemId): Promise<string | null> {
    return this.change(() => backend.call('confirm_patient_item', { ...this.whose(), item }));
  }

  remove(item: ItemId): Promise<string | null> {
    return this.change(() => backend.call('delete_patient_item', { ...this.whose(), item }));
  }

  edit(change: Omit<EditPatientItem, 'patient_id' | 'reviewer'>): Promise<string | null> {
    return this.change(() => backend.call('edit_patient_item', { ...change, ...this.whose() }));
  }

  write(item: Omit<WritePatientItem, 'patient_id' | 'reviewer'>): Promise<string | null> {
    return this.change(() => backend.call('write_patient_item', { ...item, ...this.whose() }));
  }

  /** Resolves to the reason for a refusal; `null` where the change was made. */
  private async change(work: () => Promise<PatientView>): Promise<string | null> {
    try {
      this.view.set(await work());
    } catch (failure: unknown) {
      return errorText(failure);
    }
    await this.history.run(() => backend.call('patient_history', this.whose()));
    return null;
  }

  private async answerTo(text: string, askId: string): Promise<MessageEnd> {
    const { patient_id: patient, reviewer } = this.whose();
    const mode = this.plain ? 'plain' : 'agent';
    const engine: Engine = this.withModels ? 'chat' : 'rules';
    try {
      const request = { patient, text, mode, without: [], engine, reviewer, ask_id: askId };
      return { state: 'answered', response: await backend.call('consult', request) };
    } catch (failure: unknown) {
      return { state: 'failed', message: errorText(failure) };
    }
  }

  private whose() {
    return { patient_id: this.id, reviewer: desk.reviewer?.id ?? null };
  }
}
