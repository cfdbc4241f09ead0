import type { CaseSummary } from '../backend/types';
import { t } from '../words/words.svelte';

/** How a waiting case is handled, in words. What is usual is left out. */
export function handlingWords(summary: CaseSummary): string[] {
  const { handling } = summary;
  if (!handling) return [];
  const words = t().handling;
  const parts: string[] = [];
  if (summary.overdue) parts.push(words.overdue);
  if (handling.priority !== 'normal') parts.push(words.priorities[handling.priority]);
  if (handling.signed?.act === 'sign') parts.push(words.signed(handling.signed.by));
  if (handling.signed?.act === 'disagree') parts.push(words.disputed(handling.signed.by));
  if (handling.claim) parts.push(words.claimed(handling.claim.by.name));
  if (handling.assigned_to) {
    const { name } = handling.assigned_to;
    parts.push(handling.assignment === 'expert' ? words.expert(name) : words.assigned(name));
  } else if (handling.assignment === 'no_expert') parts.push(words.noExpert);
  return parts;
}
