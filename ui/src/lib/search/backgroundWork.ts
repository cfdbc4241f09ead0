/** Background work of the desk, as far as this window knows it. */
export interface WorkProgress {
  done: number;
  of: number;
  /** This window has cancelled the work, so later reports of it are ignored. */
  cancelled: boolean;
}

/** The progress after a report; `null` where the work is finished. */
export function afterReport(
  known: WorkProgress | null,
  done: number,
  of: number,
): WorkProgress | null {
  // The number of steps only grows, so a smaller number belongs to new work.
  const same = known !== null && done > known.done;
  if (same && known.cancelled) return { done, of, cancelled: true };
  return done < of ? { done, of, cancelled: false } : null;
}

/** The progress after an index is complete. Cancelled work may still send reports. */
export function afterIndexing(known: WorkProgress | null): WorkProgress | null {
  return known?.cancelled ? known : null;
}

/** The progress in whole per cent; `null` where no work runs. */
export function percentOf(known: WorkProgress | null): number | null {
  return known === null || known.cancelled ? null : Math.floor((known.done / known.of) * 100);
}
