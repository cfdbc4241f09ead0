import { MEDIA } from '../review/media';
import { t } from './words.svelte';

/** 매체 in words; one the desk does not know stays as it was written. */
export function mediumLabel(medium: string): string {
  const known = MEDIA.find((name) => name === medium);
  return known ? t().medium[known] : medium;
}
