import { BackendError, refusal } from '../backend/backend';
import type { ErrorBody, ErrorCode } from '../backend/types';
import { following, isParticle } from '../text/particle';
import { t } from './words.svelte';

/** What to tell the person about an error: what happened, to what, and what to do. */
export function errorText(error: unknown): string {
  if (!(error instanceof BackendError)) {
    return general(error instanceof Error ? error.message : String(error));
  }
  if (!error.reached) return t().common.unreachable;
  const words = error.code !== null && isKnown(error.code) ? t().errors[error.code] : null;
  if (words === null) return general(error.message);
  const text = `${filled(words.what, error.params)} ${filled(words.todo, error.params)}`;
  return words.detail ? withDetails(text, error.message) : text;
}

/** The same for an error that an answer tells of: `message` is its text for engineers. */
export function problemText(message: string, fault: ErrorBody | null): string {
  return errorText(fault === null ? new BackendError(message, true) : refusal(fault, message));
}

function isKnown(code: string): code is ErrorCode {
  return Object.hasOwn(t().errors, code);
}

/** An error that the window has no words for, with the message for whoever looks into it. */
function general(message: string): string {
  return withDetails(t().common.unknownError, message);
}

function withDetails(text: string, message: string): string {
  return `${text}\n${t().common.details}: ${message}`;
}

/** A text with its parameters: `{name}`, or `{name:을}` with the particle that follows the word. */
export function filled(text: string, params: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)(?::([^}]*))?\}/g, (_whole, name: string, particle?: string) => {
    const value = params[name] ?? '';
    return particle && isParticle(particle) ? value + following(value, particle) : value;
  });
}
