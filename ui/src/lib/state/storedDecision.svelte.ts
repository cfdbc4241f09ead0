import type { Action, CaseView } from '../backend/types';
import { nextWaiting } from '../review/order';
import { caseName } from '../review/caseName';
import { moment } from '../text/format';
import { t } from '../words/words.svelte';
import { announcer } from './announcer.svelte';
import { desk } from './desk.svelte';
import { queue } from './queue.svelte';
import { router } from './router.svelte';

/** What the last decision stored. It is shown in words, since there is no undo. */
export interface Stored {
  caseId: string;
  action: Action;
  text: string;
  signature: string;
  then: string;
}

class LastStored {
  value = $state.raw<Stored | null>(null);
}

export const lastStored = new LastStored();

/** Announces what was stored, and opens the next waiting case unless this one waits again. */
export function afterDecision(action: Action, view: CaseView): void {
  const { summary, decisions } = view;
  const verdict = summary.final_verdict ?? summary.verdict;
  const decision = decisions.at(-1);
  const words = t().decide;
  const next =
    summary.status === 'awaiting_review' ? null : nextWaiting(queue.rows, summary.case_id);
  const stays = summary.status === 'awaiting_review';
  const stored: Stored = {
    caseId: summary.case_id,
    action,
    text: words.stored[action](caseName(summary), verdict ? t().verdict[verdict] : ''),
    signature: decision ? words.signature(decision.reviewer.name, moment(decision.decided_at)) : '',
    then: stays ? '' : next ? words.movedOn(caseName(next)) : words.noneLeft,
  };
  lastStored.value = stored;
  announcer.say(
    [stored.text, stored.signature, stored.then].filter((part) => part !== '').join(' '),
  );
  if (next) router.go({ page: 'review', caseId: next.case_id });
  void queue.refresh();
  void desk.refresh();
}
