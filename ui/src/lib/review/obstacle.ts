import type { CaseSummary, Reviewer } from '../backend/types';

/** What keeps the person who signs from deciding a waiting case. */
export type Obstacle =
  { kind: 'claimed'; by: string; until: string } | { kind: 'role'; name: string };

/** The first obstacle to a decision of `reviewer` at `now` (milliseconds), or `null` when there is none. */
export function obstacleTo(
  { handling }: Pick<CaseSummary, 'handling'>,
  reviewer: Reviewer | null,
  now: number,
): Obstacle | null {
  if (reviewer?.role === 'pharmacist') return { kind: 'role', name: reviewer.name };
  const claim = handling?.claim;
  if (claim && claim.by.id !== reviewer?.id && Date.parse(claim.until) > now)
    return { kind: 'claimed', by: claim.by.name, until: claim.until };
  return null;
}
