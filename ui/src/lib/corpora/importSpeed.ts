import type { ImportProgress } from '../backend/types';

/** How fast an import goes; `null` where it is too early to say. */
export interface Pace {
  files: number;
  articles: number;
  remainingSeconds: number | null;
}

/** Below this, dividing by the time says nothing. */
const TOO_EARLY_MS = 500;

export function pace(
  progress: Pick<ImportProgress, 'files_done' | 'files_total' | 'articles'> | null,
  elapsedMs: number,
): Pace | null {
  if (!progress || elapsedMs < TOO_EARLY_MS) return null;
  const seconds = elapsedMs / 1000;
  const files = progress.files_done / seconds;
  const left = Math.max(0, progress.files_total - progress.files_done);
  return {
    files,
    articles: progress.articles / seconds,
    remainingSeconds: files > 0 ? Math.ceil(left / files) : null,
  };
}

/** `1,204`, `12`, `0.4`: as many places as matter. */
export function perSecond(rate: number): string {
  return rate >= 10 ? Math.round(rate).toLocaleString('ko-KR') : rate.toFixed(1);
}
