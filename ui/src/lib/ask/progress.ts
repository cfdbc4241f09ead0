import { isStep, type StepName } from './timeline';

/** A step that has begun; `ms` is `null` while it is at work. */
export interface TakenStep {
  /** One of `STEPS`, or the name of a node that this page does not know. */
  name: string;
  ms: number | null;
}

/** A step as it is shown while a question is answered. */
export interface ShownStep extends TakenStep {
  state: 'done' | 'working' | 'ahead';
  /** A step that is taken a second time is in its second round. */
  round: number;
}

/** The way of a question that has an answer and needs no correction. */
const PATH: readonly StepName[] = ['understand', 'search', 'dur', 'answer', 'verify', 'score'];

/** Where a step beside the way leads back to it. What is not here leads to the end. */
const LEADS_TO: Partial<Record<StepName, StepName>> = { correct: 'verify', search_again: 'answer' };

/** A step begins (`ms` is `null`), or the one that was begun last under this name is done. */
export function advanced(
  taken: readonly TakenStep[],
  { name, ms }: Readonly<TakenStep>,
): TakenStep[] {
  const begun =
    ms === null ? -1 : taken.findLastIndex((one) => one.name === name && one.ms === null);
  // Whoever connects late hears of the end alone.
  return begun < 0 ? [...taken, { name, ms }] : taken.with(begun, { name, ms });
}

/** What was done and is being done, in the order it came, then what is still to come. */
export function progress(taken: readonly TakenStep[]): ShownStep[] {
  const rounds = new Map<string, number>();
  const show = (name: string, ms: number | null, state: ShownStep['state']): ShownStep => {
    const round = (rounds.get(name) ?? 0) + 1;
    rounds.set(name, round);
    return { name, ms, state, round };
  };
  return [
    ...taken.map(({ name, ms }) => show(name, ms, ms === null ? 'working' : 'done')),
    ...ahead(taken).map((name) => show(name, null, 'ahead')),
  ];
}

function ahead(taken: readonly TakenStep[]): readonly StepName[] {
  const last = taken.map(({ name }) => name).findLast(isStep);
  if (last === undefined) return PATH;
  if (PATH.includes(last)) return PATH.slice(PATH.indexOf(last) + 1);
  const next = LEADS_TO[last];
  return next === undefined ? [] : PATH.slice(PATH.indexOf(next));
}
