import type { ConsultResponse, ModelCall, PatientTurnView, TurnChanges } from '../backend/types';
import { readKept } from './storedReply';
import { readReply, type Reply } from './reply';

/** Something said in this sitting, and what became of it. */
export interface Sitting {
  id: number;
  text: string;
  /** When, ISO 8601. */
  at: string;
  /** Turns that were kept when it was said. */
  after: number;
  end: SittingEnd;
}

export type SittingEnd =
  | { state: 'waiting' }
  | { state: 'answered'; response: ConsultResponse }
  | { state: 'failed'; message: string }
  /** Nobody waits for the answer any more. */
  | { state: 'left' };

/** A turn as it stands in the conversation. */
export interface Spoken {
  key: string;
  text: string;
  at: string;
  /** Its number; `null` until it is kept. */
  turn: number | null;
  state: SittingEnd['state'];
  message: string;
  reply: Reply | null;
  /** What it did to what is remembered; `null` where nothing was to be remembered, or nothing is known of it. */
  changes: TurnChanges | null;
  /** What chat models were asked for it; known once it is kept. */
  calls: readonly ModelCall[];
}

/** Kept turns, then those of this sitting. What was kept of a sitting's turn is shown with it. */
export function conversation(
  past: readonly PatientTurnView[],
  sitting: readonly Sitting[],
): Spoken[] {
  const free = [...past];
  const now = sitting.map((one) => spokenNow(one, take(free, one)));
  return [...free.map(spokenBefore), ...now];
}

function spokenNow({ id, text, at, end }: Sitting, kept: PatientTurnView | null): Spoken {
  return {
    key: `sitting-${id}`,
    text,
    at,
    turn: kept?.turn ?? null,
    state: end.state,
    message: end.state === 'failed' ? end.message : '',
    reply: end.state === 'answered' ? readReply(end.response) : null,
    changes: kept?.remembered ? kept.changes : null,
    calls: kept?.model_calls ?? [],
  };
}

function spokenBefore(kept: PatientTurnView): Spoken {
  const { turn, text, at, answer } = kept;
  const reply = readKept(answer);
  const changes = kept.remembered ? kept.changes : null;
  const key = `turn-${turn}`;
  const calls = kept.model_calls;
  return { key, text, at, turn, state: 'answered', message: '', reply, changes, calls };
}

/** The kept turn of something said; taken from those that are free. */
function take(free: PatientTurnView[], { text, after, end }: Sitting): PatientTurnView | null {
  if (end.state === 'waiting') return null;
  const at = free.findIndex((kept) => kept.turn > after && kept.text === text);
  return at < 0 ? null : (free.splice(at, 1)[0] ?? null);
}

/** The number of the last turn that is kept. */
export function lastTurn(past: readonly PatientTurnView[]): number {
  return Math.max(0, ...past.map(({ turn }) => turn));
}

/** What became of something said; one that is no longer waited for stays as it is. */
export function settled(sitting: readonly Sitting[], id: number, end: SittingEnd): Sitting[] {
  return sitting.map((one) =>
    one.id === id && one.end.state === 'waiting' ? { ...one, end } : one,
  );
}

/** Whether a turn changed anything that is worth a line. */
export function remembersAnything(changes: TurnChanges): boolean {
  return Object.values(changes).some((list) => list.length > 0);
}

/** The moment, ISO 8601. */
export function rightNow(): string {
  return new Date().toISOString();
}
