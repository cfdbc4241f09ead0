import type { AskResponse } from '../backend/types';
import { standingOf, type Standing } from './answer';
import { advanced, type TakenStep } from './progress';

/** The number of questions that the window keeps. */
export const MOST_TURNS = 50;

/** A question and its outcome. */
export interface Turn {
  id: number;
  question: string;
  /** When it was asked, ISO 8601. */
  at: string;
  end: TurnEnd;
}

export type TurnEnd =
  | Waiting
  | { state: 'answered'; response: AskResponse }
  | { state: 'failed'; message: string }
  /** The person who asked has stopped it. */
  | { state: 'left' };

export interface Waiting {
  state: 'waiting';
  /** The text that a chat model has written so far. It is not yet checked. */
  written?: string;
  /** The steps that the desk has reported. */
  steps?: readonly TakenStep[];
}

/** A turn in one word. */
export type TurnState = Standing | 'waiting' | 'failed' | 'left';

export function turnState({ end }: Turn): TurnState {
  return end.state === 'answered' ? standingOf(end.response) : end.state;
}

/** Adds a turn at the top. It replaces the same question where that was not answered. */
export function withTurn(turns: readonly Turn[], turn: Turn): Turn[] {
  const isOld = ({ question, end }: Turn) =>
    question === turn.question && (end.state === 'failed' || end.state === 'left');
  return [turn, ...turns.filter((one) => !isOld(one))].slice(0, MOST_TURNS);
}

/** Records the outcome of a question unless it already has one. */
export function withEnd(turns: readonly Turn[], id: number, end: TurnEnd): Turn[] {
  return turns.map((turn) =>
    turn.id === id && turn.end.state === 'waiting' ? { ...turn, end } : turn,
  );
}

/** Adds words that a model has written. */
export function withText(turns: readonly Turn[], id: number, text: string): Turn[] {
  return whileWaiting(turns, id, (end) => ({ ...end, written: (end.written ?? '') + text }));
}

/** Records that a step has begun or ended. A step that begins an answer clears the text of the last one. */
export function withStep(turns: readonly Turn[], id: number, step: TakenStep): Turn[] {
  const isNewDraft = step.name === 'answer' && step.ms === null;
  return whileWaiting(turns, id, (end) => ({
    ...end,
    written: isNewDraft ? '' : (end.written ?? ''),
    steps: advanced(end.steps ?? [], step),
  }));
}

function whileWaiting(
  turns: readonly Turn[],
  id: number,
  change: (end: Waiting) => Waiting,
): Turn[] {
  return turns.map((turn) =>
    turn.id === id && turn.end.state === 'waiting' ? { ...turn, end: change(turn.end) } : turn,
  );
}

/** Records an answer again when its links arrive later than its text. */
export function withLinks(turns: readonly Turn[], id: number, response: AskResponse): Turn[] {
  const end: TurnEnd = { state: 'answered', response };
  const takes = (turn: Turn) =>
    turn.id === id && (turn.end.state === 'waiting' || hasLinksComing(turn));
  return turns.map((turn) => (takes(turn) ? { ...turn, end } : turn));
}

function hasLinksComing({ end }: Turn): boolean {
  return end.state === 'answered' && end.response.web_state === 'waiting';
}

/** The question that a text asks, trimmed and composed (NFC); `null` where the text is empty. */
export function questionOf(text: string): string | null {
  const question = text.normalize('NFC').trim();
  return question === '' ? null : question;
}

/** Questions to begin with. The documents are Korean, so the questions are, too. */
export const EXAMPLES: readonly string[] = [
  '타이레놀은 하루에 몇 알까지 먹을 수 있나요?',
  '와파린을 먹는 사람이 이부프로펜을 함께 먹어도 되나요?',
  '임신 중에 쓸 수 있는 해열제가 있나요?',
  '감기약을 먹고 술을 마셔도 되나요?',
];
