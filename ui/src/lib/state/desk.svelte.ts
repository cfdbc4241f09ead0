import { backend } from '../backend';
import type { DeskStatus, Reviewer, Role } from '../backend/types';
import { Load } from './load.svelte';
import { preferences } from './preferences.svelte';

/** The desk as a whole, and who signs at this window. */
class Desk {
  readonly status = new Load<DeskStatus>();
  connected = $state(true);
  /** The number of chunks in the index that is being built; `null` while none is. */
  indexing = $state<number | null>(null);

  reviewer: Reviewer | null = $derived(
    this.status.value?.reviewers.find(({ id }) => id === preferences.reviewerId) ?? null,
  );

  async refresh(): Promise<void> {
    await this.status.run(() => backend.call('desk_status', {}));
  }

  /** Registers a reviewer, who then signs at this window. */
  async addReviewer(name: string, role: Role): Promise<Reviewer> {
    const reviewer = await backend.call('add_reviewer', { name, role });
    // Whoever is signed in goes on signing, not the reviewer they have added.
    if (backend.session === null) preferences.setReviewer(reviewer.id);
    await this.refresh();
    return reviewer;
  }
}

export const desk = new Desk();

/** Whoever signs at this window, where that is an administrator. */
export function administrator(): Reviewer | null {
  return desk.reviewer?.role === 'administrator' ? desk.reviewer : null;
}
