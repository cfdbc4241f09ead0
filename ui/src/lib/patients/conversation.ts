import type { ConsultResponse, ModelCall, PatientTurnView, TurnChanges } from '../backend/types';
import { readStored } from './storedReply';
import { readReply, type Reply } from './reply';

/** A message sent from this window, and its outcome. */
export interface SentMessage {
  id: number;
  text: string;
  /** The time it was sent, ISO 8601. */
  at: string;
  /** The number of the last stored turn when it was sent. */
  after: number;
  end: MessageEnd;
}

export type MessageEnd =
  | { state: 'waiting' }
  | { state: 'answered'; response: ConsultResponse }
  | { state: 'failed'; message: string }
  /** The answer is no longer awaited. */
  | { state: 'left' };

/** A turn as the conversation shows it. */
export interface ConversationTurn {
  key: string;
  text: string;
  at: string;
  /** The number of the turn; `null` until it is stored. */
  turn: number | null;
  state: MessageEnd['state'];
  message: string;
  reply: Reply | null;
  /** The changes to the patient's record; `null` where nothing was to be remembered or the changes are unknown. */
  changes: TurnChanges | null;
  /** The calls of chat models for this turn, which are known once it is stored. */
  calls: readonly ModelCall[];
}

/** The stored turns, then the messages of this window with what was stored of them. */
export function conversation(
  past: readonly PatientTurnView[],
  sent: readonly SentMessage[],
): ConversationTurn[] {
  const free = [...past];
  const now = sent.map((one) => sentTurn(one, takeStored(free, one)));
  return [...free.map(storedTurn), ...now];
}

function sentTurn(
  { id, text, at, end }: SentMessage,
  stored: PatientTurnView | null,
): ConversationTurn {
  return {
    key: `sitting-${id}`,
    text,
    at,
    turn: stored?.turn ?? null,
    state: end.state,
    message: end.state === 'failed' ? end.message : '',
    reply: end.state === 'answered' ? readReply(end.response) : null,
    changes: stored?.remembered ? stored.changes : null,
    calls: stored?.model_calls ?? [],
  };
}

function storedTurn(stored: PatientTurnView): ConversationTurn {
  const { turn, text, at, answer } = stored;
  const reply = readStored(answer);
  const changes = stored.remembered ? stored.changes : null;
  const key = `turn-${turn}`;
  const calls = stored.model_calls;
  return { key, text, at, turn, state: 'answered', message: '', reply, changes, calls };
}

/** Finds the stored turn of a message, and removes it from the turns without one. */
function takeStored(
  free: PatientTurnView[],
  { text, after, end }: SentMessage,
): PatientTurnView | null {
  if (end.state === 'waiting') return null;
  const at = free.findIndex((stored) => stored.turn > after && stored.text === text);
  return at < 0 ? null : (free.splice(at, 1)[0] ?? null);
}

/** The number of the last stored turn. */
export function lastTurn(past: readonly PatientTurnView[]): number {
  return Math.max(0, ...past.map(({ turn }) => turn));
}

/** Records the outcome of a message unless it already has one. */
export function withEnd(sent: readonly SentMessage[], id: number, end: MessageEnd): SentMessage[] {
  return sent.map((one) => (one.id === id && one.end.state === 'waiting' ? { ...one, end } : one));
}

/** Whether a turn changed the patient's record. */
export function remembersAnything(changes: TurnChanges): boolean {
  return Object.values(changes).some((list) => list.length > 0);
}

/** The present time, ISO 8601. */
export function now(): string {
  return new Date().toISOString();
}
