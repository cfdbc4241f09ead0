import { backend } from '../backend';
import type { Ad, CaseSummary } from '../backend/types';
import { decodeText } from '../text/bytes';
import { t } from '../words/words.svelte';
import { announcer } from './announcer.svelte';
import { desk } from './desk.svelte';
import { errorText, problemText } from '../words/errorText';

/** One advertisement of a file, and its outcome. */
export interface BatchRow {
  ad: Ad;
  from: string;
  state: 'waiting' | 'running' | 'done' | 'failed';
  summary: CaseSummary | null;
  error: string;
}

/** A line of a file that could not be read as an advertisement. */
export interface Unread {
  where: string;
  message: string;
}

/** Two requests at once keep the desk busy without flooding it. */
const AT_ONCE = 2;

/** Advertisements from files, reviewed one after the other. Goes on while other pages are shown. */
class Batch {
  rows = $state<BatchRow[]>([]);
  unread = $state<Unread[]>([]);
  reading = $state(false);
  running = $state(false);
  stopped = $state(false);

  done = $derived(this.rows.filter((row) => row.state === 'done').length);
  failed = $derived(this.rows.filter((row) => row.state === 'failed').length);
  waiting = $derived(this.rows.filter((row) => row.state === 'waiting').length);

  async read(files: readonly File[]): Promise<void> {
    this.reading = true;
    try {
      for (const file of files) await this.readOne(file);
    } finally {
      this.reading = false;
    }
  }

  async submitAll(): Promise<void> {
    this.running = true;
    this.stopped = false;
    await Promise.all(Array.from({ length: AT_ONCE }, () => this.work()));
    this.running = false;
    announcer.say(
      this.stopped
        ? t().intake.stopped
        : t().intake.finished(String(this.done), String(this.failed)),
    );
    await desk.refresh();
  }

  /** Stops after the advertisements that are under way. */
  stop(): void {
    this.stopped = true;
  }

  clear(): void {
    this.rows = [];
    this.unread = [];
    this.stopped = false;
  }

  private async work(): Promise<void> {
    for (;;) {
      const row = this.stopped ? undefined : this.rows.find((one) => one.state === 'waiting');
      if (!row) return;
      row.state = 'running';
      try {
        const view = await backend.call('submit', { ad: $state.snapshot(row.ad), engine: 'rules' });
        row.summary = view.summary;
        row.state = 'done';
      } catch (error: unknown) {
        row.error = errorText(error);
        row.state = 'failed';
      }
    }
  }

  private async readOne(file: File): Promise<void> {
    if (!/\.(?:txt|md|jsonl)$/i.test(file.name)) {
      this.unread.push({ where: file.name, message: t().intake.unsupported(file.name) });
      return;
    }
    try {
      const text = decodeText(new Uint8Array(await file.arrayBuffer()));
      const { ads, errors } = await backend.call('read_ads', { name: file.name, text });
      this.rows.push(
        ...ads.map((ad): BatchRow => ({
          ad,
          from: file.name,
          state: 'waiting',
          summary: null,
          error: '',
        })),
      );
      this.unread.push(
        ...errors.map(({ line, message, fault }) => ({
          where: t().intake.line(file.name, line),
          message: problemText(message, fault),
        })),
      );
    } catch (error: unknown) {
      this.unread.push({ where: file.name, message: errorText(error) });
    }
  }
}

export const batch = new Batch();
