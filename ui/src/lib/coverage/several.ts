import type { CoverageAnswer } from '../backend/types';
import type { Choice } from './conversation';

/** The ticked coverages with one more, or without it where it was ticked. */
export function toggled(ticked: readonly Choice[], choice: Choice): Choice[] {
  const others = ticked.filter(({ code }) => code !== choice.code);
  return others.length < ticked.length ? others : [...ticked, choice];
}

/** Answers a question about each item, one after the other. `step` is told the number before each. */
export async function eachInTurn<Item, T>(
  items: readonly Item[],
  ask: (item: Item) => Promise<T>,
  step: (done: number) => void,
): Promise<T[]> {
  const answers: T[] = [];
  for (const item of items) {
    step(answers.length);
    answers.push(await ask(item));
  }
  return answers;
}

/** One answer a coverage: each answer followed by those about the further coverages of its question. */
export function eachCoverage(answers: readonly CoverageAnswer[]): CoverageAnswer[] {
  return answers.flatMap((answer) => [answer, ...answer.others]);
}
