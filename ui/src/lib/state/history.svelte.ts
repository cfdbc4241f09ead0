import { backend } from '../backend';
import type { AskedPage } from '../backend/types';
import type { Judgement } from '../ask/feedback';
import { asking } from './asking.svelte';
import { desk } from './desk.svelte';
import { Load } from './load.svelte';

const PAGE = 30;

/** The questions that the desk has stored. */
class History {
  readonly page = new Load<AskedPage>();
  words = $state('');
  private shown = PAGE;

  async refresh(): Promise<void> {
    const words = this.words.trim();
    await this.page.run(() =>
      backend.call('asked', {
        words: words === '' ? null : words,
        with_feedback: false,
        limit: this.shown,
        offset: 0,
      }),
    );
  }

  async more(): Promise<void> {
    this.shown += PAGE;
    await this.refresh();
  }

  /** Opens a stored question with its answer. */
  async open(id: string): Promise<void> {
    asking.recall(await backend.call('asked_question', { id, reviewer: null }));
  }

  async forget(id: string): Promise<void> {
    await backend.call('forget_question', { id, reviewer: desk.reviewer?.id ?? null });
    await this.refresh();
  }

  /** A person's judgement of an answer. */
  async judge(id: string, judgement: Judgement): Promise<void> {
    const reviewer = desk.reviewer?.id ?? null;
    await backend.call('give_feedback', { id, ...judgement, reviewer });
    await this.refresh();
  }
}

export const history = new History();
asking.answered.push(() => void history.refresh());
