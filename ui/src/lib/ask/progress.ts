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

/** The steps of a question that is answered without a correction. */
const PATH: readonly StepName[] = ['understand', 'search', 'dur', 'answer', 'verify', 'score'];

/** The step that follows one outside the path. A step that is not listed is the last one. */
const LEADS_TO: Partial<Record<StepName, StepName>> = { correct: 'verify', search_again: 'answer' };

/** Adds a step that begins (`ms` is `null`), or ends the last one of this name. */
export function advanced(
  taken: readonly TakenStep[],
  { name, ms }: Readonly<TakenStep>,
): TakenStep[] {
  const begun =
    ms === null ? -1 : taken.findLastIndex((one) => one.name === name && one.ms === null);
  // A window that connects late receives only the end of a step.
  return begun < 0 ? [...taken, { name, ms }] : taken.with(begun, { name, ms });
}

/** The finished and present steps in their order, then the steps to come. */
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
