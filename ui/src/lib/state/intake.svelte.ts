import { backend } from '../backend';
import type { IntakeProgress, IntakeReport, WatchStatus } from '../backend/types';
import { Load } from './load.svelte';

/** The import of advertisements from files, and the watched folder. */
class Intake {
  readonly status = new Load<WatchStatus>();
  progress = $state.raw<IntakeProgress | null>(null);
  report = $state.raw<IntakeReport | null>(null);

  async refresh(): Promise<void> {
    await this.status.run(() => backend.call('watch_status', {}));
  }

  receive(progress: IntakeProgress): void {
    this.progress = progress;
  }

  end(report: IntakeReport): void {
    this.progress = null;
    this.report = report;
    if (this.status.value) void this.refresh();
  }

  /** Throws what the desk refused. */
  async start(path: string): Promise<void> {
    try {
      this.end(await backend.call('intake_paths', { paths: [path] }));
    } finally {
      this.progress = null;
    }
  }
}

export const intake = new Intake();
