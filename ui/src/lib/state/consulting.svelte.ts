import { backend, type PatientSummary } from '../backend';
import { t } from '../words/words.svelte';
import { announcer } from './announcer.svelte';
import { Chart } from './chart.svelte';
import { desk } from './desk.svelte';
import { Load } from './load.svelte';

/** The patients, and the one that is open. At most one is: what was on the screen of another is gone. */
class Consulting {
  readonly patients = new Load<PatientSummary[]>();
  search = $state('');
  /** The field that a key press asked for. */
  wantsFocus = $state<'search' | 'say' | null>(null);
  private open: Chart | null = null;

  /** The chart of a patient: the one that is open, or a new one, which takes its place. */
  chartOf(id: string): Chart {
    if (this.open?.id !== id) this.open = new Chart(id);
    return this.open;
  }

  async refresh(): Promise<void> {
    const search = this.search.trim() || null;
    await this.patients.run(() => backend.call('patients', { search, reviewer: signer() }));
  }

  /** Says something to the desk for the patient of a chart, and tells those who listen what became of it. */
  async say(chart: Chart, text: string): Promise<void> {
    announcer.say(t().patients.waiting);
    const end = await chart.say(text);
    const now = this.open;
    // Who has turned to somebody else hears nothing of it.
    if (now === chart && end) announcer.say(t().patients.heard[end.state]);
    if (now !== chart && now?.id === chart.id) await now.load();
    await this.refresh();
  }

  hear(askId: string, node: string): void {
    this.open?.hear(askId, node);
  }

  /** Throws what the desk refused. */
  async add(name: string): Promise<PatientSummary> {
    const added = await backend.call('add_patient', { name, reviewer: signer() });
    this.search = '';
    await this.refresh();
    return added;
  }

  /** Throws what the desk refused. */
  async rename(chart: Chart, name: string): Promise<void> {
    await backend.call('rename_patient', { patient_id: chart.id, name, reviewer: signer() });
    await Promise.all([chart.load(), this.refresh()]);
  }

  /** Throws what the desk refused. Nothing of the patient stays here either. */
  async forget(id: string): Promise<void> {
    await backend.call('forget_patient', { patient_id: id, reviewer: signer() });
    if (this.open?.id === id) this.open = null;
    await this.refresh();
  }
}

function signer(): string | null {
  return desk.reviewer?.id ?? null;
}

export const consulting = new Consulting();
