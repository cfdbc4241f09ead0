import type { AdVersion, CaseEvents, Checkpoint, Decision } from '../backend/types';

export type TimelineEntry = { at: string } & (
  | { what: 'version'; version: AdVersion }
  | { what: 'checkpoint'; checkpoint: Checkpoint }
  | { what: 'decision'; decision: Decision }
);

/** The events of a case, oldest first. Events of the same time keep their order. */
export function timeline(events: CaseEvents): TimelineEntry[] {
  const entries: TimelineEntry[] = [
    ...events.versions.map((version) => ({
      what: 'version' as const,
      at: version.submitted_at,
      version,
    })),
    ...events.checkpoints.map((checkpoint) => ({
      what: 'checkpoint' as const,
      at: checkpoint.at,
      checkpoint,
    })),
    ...events.decisions.map((decision) => ({
      what: 'decision' as const,
      at: decision.decided_at,
      decision,
    })),
  ];
  return entries.sort((a, b) => new Date(a.at).getTime() - new Date(b.at).getTime());
}
