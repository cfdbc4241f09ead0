/** A fit of the embedding to the corpora, as far as this window has heard of it. */
export interface Fit {
  done: number;
  of: number;
  /** Called off here: what is still heard of it is no news. */
  cancelled: boolean;
}

/** What is known after a report; `null` when the fit is over. */
export function heard(known: Fit | null, done: number, of: number): Fit | null {
  // Steps only go up, so fewer of them are those of another fit.
  const same = known !== null && done > known.done;
  if (same && known.cancelled) return { done, of, cancelled: true };
  return done < of ? { done, of, cancelled: false } : null;
}

/** What is known when an index is complete: one that was called off may still be heard of. */
export function over(known: Fit | null): Fit | null {
  return known?.cancelled ? known : null;
}

/** How far it is, in whole per cent; `null` when none runs. */
export function percent(known: Fit | null): number | null {
  return known === null || known.cancelled ? null : Math.floor((known.done / known.of) * 100);
}
