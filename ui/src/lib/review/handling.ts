import type { CaseSummary } from '../backend/types';
import { t } from '../words/words.svelte';

/** How a waiting case is handled, in words. What is usual is left out. */
export function handlingWords(summary: CaseSummary): string[] {
  const { handling } = summary;
  if (!handling) return [];
  const words = t().handling;
  const said: string[] = [];
  if (summary.overdue) said.push(words.overdue);
  if (handling.priority !== 'normal') said.push(words.priorities[handling.priority]);
  if (handling.signed?.act === 'sign') said.push(words.signed(handling.signed.by));
  if (handling.signed?.act === 'disagree') said.push(words.disputed(handling.signed.by));
  if (handling.claim) said.push(words.claimed(handling.claim.by.name));
  if (handling.assigned_to) {
    const { name } = handling.assigned_to;
    said.push(handling.assignment === 'expert' ? words.expert(name) : words.assigned(name));
  } else if (handling.assignment === 'no_expert') said.push(words.noExpert);
  return said;
}
