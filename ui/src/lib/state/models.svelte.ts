import { backend } from '../backend';
import type {
  AddedModel,
  EmbedReport,
  ModelCheck,
  ModelDownloadProgress,
  ModelView,
  SearchModels,
} from '../backend/types';
import { desk } from './desk.svelte';
import { Load } from './load.svelte';
import { Settings } from './settings.svelte';

/** The models the desk knows or has. */
class Models {
  readonly list = new Load<ModelView[]>();
  /** The models that searches use. */
  readonly chosen = new Settings<SearchModels>(
    () => backend.call('search_models', {}),
    (change) => backend.call('set_search_models', change),
  );
  /** The model that is being changed, and how. */
  busy = $state.raw<{ id: string; what: 'verify' | 'download' | 'remove' | 'add' } | null>(null);
  progress = $state.raw<ModelDownloadProgress | null>(null);
  /** What the last check of each model found. */
  checks = $state.raw<Readonly<Record<string, ModelCheck>>>({});

  async refresh(): Promise<void> {
    await this.list.run(() => backend.call('models', {}));
  }

  /** Makes the chosen encoder's vectors that are missing. */
  async embed(): Promise<EmbedReport> {
    return backend.call('embed', {});
  }

  async verify(id: string): Promise<ModelCheck> {
    return this.work(id, 'verify', async () => {
      const check = await backend.call('verify_model', { id, reviewer: null });
      this.checks = { ...this.checks, [id]: check };
      return check;
    });
  }

  async add(folder: string, id: string | null): Promise<AddedModel> {
    const reviewer = desk.reviewer?.id ?? null;
    return this.work(id ?? '', 'add', () => backend.call('add_model', { folder, id, reviewer }));
  }

  async download(id: string): Promise<AddedModel> {
    const reviewer = desk.reviewer?.id ?? null;
    return this.work(id, 'download', () => backend.call('download_model', { id, reviewer }));
  }

  async cancel(): Promise<void> {
    await backend.call('cancel_download', {});
  }

  async remove(id: string): Promise<void> {
    const reviewer = desk.reviewer?.id ?? null;
    await this.work(id, 'remove', () => backend.call('remove_model', { id, reviewer }));
  }

  receive(progress: ModelDownloadProgress): void {
    this.progress = progress;
  }

  /** Runs one change at a time, and clears the model's last check. */
  private async work<T>(
    id: string,
    what: 'verify' | 'download' | 'remove' | 'add',
    work: () => Promise<T>,
  ): Promise<T> {
    this.busy = { id, what };
    this.progress = null;
    this.checks = Object.fromEntries(Object.entries(this.checks).filter(([key]) => key !== id));
    try {
      return await work();
    } finally {
      this.busy = null;
      this.progress = null;
      await this.refresh();
    }
  }
}

export const models = new Models();
