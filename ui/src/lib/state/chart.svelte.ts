import { backend } from '../backend';
import { asked } from '../ask/turns';
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
  rightNow,
  settled,
  type Sitting,
  type SittingEnd,
  type Spoken,
} from '../patients/conversation';
import { desk } from './desk.svelte';
import { explain, Load } from './load.svelte';

/** Numbers of what is said, over all charts: an answer finds its own question only. */
let serial = 0;

/**
 * One opening of one patient: what is remembered, the conversation, and what is being typed. Another
 * patient gets another chart, so nothing that arrives late can stand under somebody else.
 */
export class Chart {
  readonly view = new Load<PatientView>();
  readonly past = new Load<PatientTurnView[]>();
  readonly history = new Load<PatientEvent[]>();
  readonly cache = new Load<ConsultCacheStatus>();
  draft = $state('');
  /** Answer from the documents alone; nothing is read of the record or written into it. */
  plain = $state(false);
  /** Chat models beside the rules, where they play the roles of a consultation. */
  withModels = $state(false);
  /** The node that is at work on the answer, where the desk tells. */
  step = $state<string | null>(null);
  private sitting = $state.raw<readonly Sitting[]>([]);
  private askId: string | null = null;

  constructor(readonly id: string) {}

  // Not derived once: a chart outlives the page that made it.
  get spoken(): Spoken[] {
    return conversation(this.past.value ?? [], this.sitting);
  }

  /** What is remembered; nothing once the desk refuses it, as after signing out. */
  get known(): PatientView | null {
    return this.view.error === null ? this.view.value : null;
  }

  get busy(): boolean {
    return this.sitting.some(({ end }) => end.state === 'waiting');
  }

  /** Reads everything anew. */
  async load(): Promise<void> {
    await Promise.all([
      this.view.run(() => backend.call('patient', this.whose())),
      this.past.run(() => backend.call('patient_turns', this.whose())),
      this.history.run(() => backend.call('patient_history', this.whose())),
      this.cache.run(() => backend.call('consult_cache', {})),
    ]);
  }

  /** Says something, unless there is nothing to say or an answer is on its way. What became of it. */
  async say(text: string): Promise<SittingEnd | null> {
    const said = asked(text);
    if (said === null || this.busy || this.past.value === null) return null;
    serial += 1;
    const id = serial;
    const at = rightNow();
    const after = lastTurn(this.past.value);
    this.sitting = [
      // Said again, it takes the place of what was not answered.
      ...this.sitting.filter(
        (one) => one.text !== said || (one.end.state !== 'failed' && one.end.state !== 'left'),
      ),
      { id, text: said, at, after, end: { state: 'waiting' } },
    ];
    this.draft = '';
    this.step = null;
    this.askId = `${at}-${id}`;
    const end = await this.answerTo(said, this.askId);
    this.sitting = settled(this.sitting, id, end);
    await this.load();
    return this.sitting.find((one) => one.id === id)?.end ?? null;
  }

  /** No longer waits. The desk may still work on it; what it answers is not heard. */
  leave(): void {
    for (const { id, end } of this.sitting)
      if (end.state === 'waiting') this.sitting = settled(this.sitting, id, { state: 'left' });
  }

  /** The desk tells how far an answer is. */
  hear(askId: string, node: string): void {
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

  /** Why it was refused; `null` where it was done. */
  private async change(work: () => Promise<PatientView>): Promise<string | null> {
    try {
      this.view.set(await work());
    } catch (failure: unknown) {
      return explain(failure);
    }
    await this.history.run(() => backend.call('patient_history', this.whose()));
    return null;
  }

  private async answerTo(text: string, askId: string): Promise<SittingEnd> {
    const { patient_id: patient, reviewer } = this.whose();
    const mode = this.plain ? 'plain' : 'agent';
    const engine: Engine = this.withModels ? 'chat' : 'rules';
    try {
      const request = { patient, text, mode, without: [], engine, reviewer, ask_id: askId };
      return { state: 'answered', response: await backend.call('consult', request) };
    } catch (failure: unknown) {
      return { state: 'failed', message: explain(failure) };
    }
  }

  private whose() {
    return { patient_id: this.id, reviewer: desk.reviewer?.id ?? null };
  }
}
