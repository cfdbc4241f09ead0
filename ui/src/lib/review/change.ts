import type { ClaimChangeKind } from '../backend/types';
import type { Tone } from './citation';

/** The tone of a change, which stands beside its sign and word. */
export const CHANGE_TONE: Readonly<Record<ClaimChangeKind, Tone>> = {
  kept: 'hold',
  removed: 'ok',
  added: 'warn',
};

export const CHANGE_SIGN: Readonly<Record<ClaimChangeKind, string>> = {
  kept: '=',
  removed: '−',
  added: '+',
};
