import type { ClaimChangeKind } from '../backend/types';
import type { Tone } from './citation';

/** How a change is coloured; its sign and its word say the same. */
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
