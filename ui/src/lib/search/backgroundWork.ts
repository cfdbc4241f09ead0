/** Background work of the desk, as far as this window knows it. */
export interface WorkProgress {
  done: number;
  of: number;
  /** This window has cancelled the work, so later reports of it are ignored. */
  cancelled: boolean;
}

/** The progress after a report; `null` where the work is finished. */
export function afterReport(
  progress: WorkProgress | null,
  done: number,
  of: number,
): WorkProgress | null {
  // The number of steps only grows, so a smaller number belongs to new work.
  const isSameWork = progress !== null && done > progress.done;
  if (isSameWork && progress.cancelled) return { done, of, cancelled: true };
  return done < of ? { done, of, cancelled: false } : null;
}

/** The progress after an index is complete. Cancelled work may still send reports. */
export function afterIndexing(progress: WorkProgress | null): WorkProgress | null {
  return progress?.cancelled ? progress : null;
}

/** The progress in whole per cent; `null` where no work runs. */
export function percentOf(progress: WorkProgress | null): number | null {
  return progress === null || progress.cancelled
    ? null
    : Math.floor((progress.done / progress.of) * 100);
}
