/** The nodes of the pipeline, in the order in which a question passes them. */
export const STEPS = [
  'understand',
  'search',
  'dur',
  'answer',
  'verify',
  'correct',
  'search_again',
  'score',
  'refuse',
] as const;
export type StepName = (typeof STEPS)[number];

/** A step that was taken. */
export interface Step {
  /** One of `STEPS`, or the name of a node that this page does not know. */
  name: string;
  ms: number;
  /** Its part of the longest step, 0..=1: the length of its bar. */
  share: number;
}

/** The steps taken, in order; unknown ones last, by name. `total` is no step. */
export function timeline(timings: Readonly<Record<string, number | undefined>>): Step[] {
  const known: readonly string[] = STEPS;
  const place = (name: string) => (known.includes(name) ? known.indexOf(name) : known.length);
  const taken = Object.entries(timings).flatMap(([name, ms]) =>
    name === 'total' || ms === undefined ? [] : [{ name, ms }],
  );
  const longest = Math.max(...taken.map(({ ms }) => ms), 0);
  return taken
    .sort((a, b) => place(a.name) - place(b.name) || a.name.localeCompare(b.name))
    .map(({ name, ms }) => ({ name, ms, share: longest === 0 ? 0 : ms / longest }));
}

export function isStep(name: string): name is StepName {
  return STEPS.some((one) => one === name);
}
