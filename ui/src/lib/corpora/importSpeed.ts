import type { ImportProgress } from '../backend/types';

/** The speed of an import; `null` while it is too early to tell. */
export interface Pace {
  files: number;
  articles: number;
  remainingSeconds: number | null;
}

/** The shortest time for which a speed is computed. */
const SHORTEST_MS = 500;

export function pace(
  progress: Pick<ImportProgress, 'files_done' | 'files_total' | 'articles'> | null,
  elapsedMs: number,
): Pace | null {
  if (!progress || elapsedMs < SHORTEST_MS) return null;
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
