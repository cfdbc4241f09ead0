import { backend, type PatientSummary } from '../backend';
import type { ImportedPatient } from '../backend/types';
import { recordText } from '../patients/record';
import { count } from '../text/format';
import { t } from '../words/words.svelte';
import { announcer } from './announcer.svelte';
import { Chart } from './chart.svelte';
import { desk } from './desk.svelte';
import { Load } from './load.svelte';

/** The patients, and the chart of the open one. At most one chart is open. */
class Consulting {
  readonly patients = new Load<PatientSummary[]>();
  search = $state('');
  /** The field that a key press asked for. */
  focusRequest = $state<'search' | 'message' | null>(null);
  private open: Chart | null = null;

  /** The chart of a patient: the open one, or a new one that replaces it. */
  chartOf(id: string): Chart {
    if (this.open?.id !== id) this.open = new Chart(id);
    return this.open;
  }

  async refresh(): Promise<void> {
    const search = this.search.trim() || null;
    await this.patients.run(() => backend.call('patients', { search, reviewer: signer() }));
  }

  /** Sends a message for the patient of a chart, and announces its outcome. */
  async send(chart: Chart, text: string): Promise<void> {
    announcer.say(t().patients.waiting);
    const end = await chart.send(text);
    const now = this.open;
    // Nothing is announced once another patient is open.
    if (now === chart && end) announcer.say(t().patients.heard[end.state]);
    if (now !== chart && now?.id === chart.id) await now.load();
    await this.refresh();
  }

  receive(askId: string, node: string): void {
    this.open?.receive(askId, node);
  }

  /** Throws what the desk refused. */
  async add(name: string): Promise<PatientSummary> {
    const added = await backend.call('add_patient', { name, reviewer: signer() });
    this.search = '';
    await this.refresh();
    return added;
  }

  /** Adds a patient from the record of another program. Throws what the desk refused. */
  async importRecord(file: File, name: string | null): Promise<ImportedPatient> {
    const bundle = await recordText(file);
    const request = { file: file.name, bundle, name, reviewer: signer() };
    const imported = await backend.call('import_patient', request);
    this.search = '';
    announcer.say(t().patientRecord.announced(imported.name, count(imported.items)));
    await this.refresh();
    return imported;
  }

  /** Throws what the desk refused. */
  async rename(chart: Chart, name: string): Promise<void> {
    await backend.call('rename_patient', { patient_id: chart.id, name, reviewer: signer() });
    await Promise.all([chart.load(), this.refresh()]);
  }

  /** Throws what the desk refused. The window drops the patient's chart, too. */
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
