import { backend } from '../backend';
import type { Action, Ad, CaseEvents, CaseView, ReviewEdit } from '../backend/types';
import { SvelteMap } from 'svelte/reactivity';
import { Load } from './load.svelte';

/** The case on the screen. */
class OpenCase {
  readonly view = new Load<CaseView>();
  readonly events = new Load<CaseEvents>();
  id = $state<string | null>(null);
  /** Notes being written, by case: moving through the queue loses none. */
  readonly notes = new SvelteMap<string, string>();
  private later: ReturnType<typeof setTimeout> | undefined;

  async open(id: string | null): Promise<void> {
    if (id === this.id) return;
    this.id = id;
    this.events.set(null);
    if (id === null) this.view.set(null);
    else await this.refresh();
  }

  async refresh(): Promise<void> {
    clearTimeout(this.later);
    const id = this.id;
    if (id === null) return;
    await this.view.run(() => backend.call('case', { case_id: id }));
    if (this.events.value !== null) await this.loadEvents();
  }

  refreshSoon(): void {
    clearTimeout(this.later);
    this.later = setTimeout(() => void this.refresh(), 120);
  }

  async loadEvents(): Promise<void> {
    const id = this.id;
    if (id !== null) await this.events.run(() => backend.call('case_events', { case_id: id }));
  }

  /** Stores a decision on the draft that asked `question`; throws what the desk refused. */
  async decide(
    id: string,
    question: string | null,
    action: Action,
    reviewer: string,
    edit: ReviewEdit | null,
  ): Promise<CaseView> {
    const note = this.notes.get(id)?.trim() ?? '';
    const view = await backend.call('decide', {
      case_id: id,
      action,
      reviewer,
      verdict: edit?.verdict ?? null,
      note: note === '' ? null : note,
      edit,
      question_id: question,
    });
    this.notes.delete(id);
    this.accept(view);
    return view;
  }

  /** Takes in the advertiser's new version; throws what the desk refused. */
  async revise(id: string, ad: Ad): Promise<CaseView> {
    const view = await backend.call('revise', { case_id: id, ad });
    this.accept(view);
    return view;
  }

  /** Drafts a waiting case again with the present rules and law. Throws what the desk refused. */
  async redraft(id: string, reviewer: string): Promise<void> {
    this.accept(await backend.call('redraft', { case_id: id, reviewer }));
  }

  /** Runs a failed case again; throws what the desk refused. */
  async retry(id: string): Promise<void> {
    this.accept(await backend.call('retry_case', { case_id: id }));
  }

  private accept(view: CaseView): void {
    if (view.summary.case_id !== this.id) return;
    this.view.set(view);
    if (this.events.value !== null) void this.loadEvents();
  }
}

export const openCase = new OpenCase();
