import type { AskResponse } from '../backend/types';
import { standingOf, type Standing } from './answer';
import { advanced, type TakenStep } from './progress';

/** How many questions of a sitting are kept. */
export const MOST_TURNS = 50;

/** A question, and what became of it. */
export interface Turn {
  id: number;
  question: string;
  /** When it was asked, ISO 8601. */
  at: string;
  end: End;
}

export type End =
  | Waiting
  | { state: 'answered'; response: AskResponse }
  | { state: 'failed'; message: string }
  /** Whoever asked has stopped it. */
  | { state: 'left' };

export interface Waiting {
  state: 'waiting';
  /** What a chat model has written up to now; not yet checked. */
  written?: string;
  /** How far the desk is, as far as it told. */
  steps?: readonly TakenStep[];
}

/** A turn in one word. */
export type TurnState = Standing | 'waiting' | 'failed' | 'left';

export function turnState({ end }: Turn): TurnState {
  return end.state === 'answered' ? standingOf(end.response) : end.state;
}

/** The newest first. Asking again takes the place of the same question where it was not answered. */
export function begun(turns: readonly Turn[], turn: Turn): Turn[] {
  const isOld = ({ question, end }: Turn) =>
    question === turn.question && (end.state === 'failed' || end.state === 'left');
  return [turn, ...turns.filter((one) => !isOld(one))].slice(0, MOST_TURNS);
}

/** What became of a question. One that is no longer waited for stays as it is. */
export function ended(turns: readonly Turn[], id: number, end: End): Turn[] {
  return turns.map((turn) =>
    turn.id === id && turn.end.state === 'waiting' ? { ...turn, end } : turn,
  );
}

/** A model writes on. */
export function written(turns: readonly Turn[], id: number, text: string): Turn[] {
  return whileWaiting(turns, id, (end) => ({ ...end, written: (end.written ?? '') + text }));
}

/** The desk begins a step, or is done with it. An answer that is begun again is written anew. */
export function stepped(turns: readonly Turn[], id: number, step: TakenStep): Turn[] {
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

/** The answer whose links are on their way, or have come. */
export function linked(turns: readonly Turn[], id: number, response: AskResponse): Turn[] {
  const end: End = { state: 'answered', response };
  const takes = (turn: Turn) =>
    turn.id === id && (turn.end.state === 'waiting' || hasLinksComing(turn));
  return turns.map((turn) => (takes(turn) ? { ...turn, end } : turn));
}

function hasLinksComing({ end }: Turn): boolean {
  return end.state === 'answered' && end.response.web_state === 'waiting';
}

/** A question as it is sent; `null` where there is nothing to ask. */
export function asked(text: string): string | null {
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
