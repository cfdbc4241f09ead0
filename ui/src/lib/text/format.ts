import type { Language } from '../words/words.svelte';

/** `.74`, and `1.00` for one: two places, the way a reviewer compares them. */
export function confidence(value: number): string {
  // Cut, not rounded: .799 is below the .80 line and must not be shown as on it.
  const text = (Math.floor(value * 100 + 1e-9) / 100).toFixed(2);
  return text.startsWith('0') ? text.slice(1) : text;
}

/** `83%` of a share in 0..1, rounded down, so that only what is whole is 100%. */
export function percentDown(share: number): string {
  return `${String(Math.floor(share * 100 + 1e-6))}%`;
}

/** Milliseconds, with as many places as matter. */
export function milliseconds(value: number): string {
  if (value >= 1000) return `${(value / 1000).toFixed(1)} s`;
  return value >= 100 ? `${value.toFixed(0)} ms` : `${value.toFixed(1)} ms`;
}

/** Bytes, in the unit that fits. */
export function bytes(value: number): string {
  if (value < 1024) return `${value} B`;
  return value < 1024 * 1024
    ? `${(value / 1024).toFixed(1)} KB`
    : `${(value / 1024 / 1024).toFixed(1)} MB`;
}

export function count(value: number): string {
  return value.toLocaleString('ko-KR');
}

/** The local day of a timestamp: `2026-11-18`. */
export function day(timestamp: string): string {
  const at = new Date(timestamp);
  if (Number.isNaN(at.getTime())) return timestamp;
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** The local day and minute: `2026-11-18 14:02`. */
export function moment(timestamp: string): string {
  const at = new Date(timestamp);
  if (Number.isNaN(at.getTime())) return timestamp;
  return `${day(timestamp)} ${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** How long ago, in the largest unit: `12분`, `3시간`, `2일`. */
export function age(timestamp: string, now: number, language: Language): string {
  const minutes = Math.max(0, Math.floor((now - new Date(timestamp).getTime()) / 60_000));
  if (Number.isNaN(minutes)) return '';
  const [value, unit] =
    minutes < 60
      ? [minutes, 0]
      : minutes < 48 * 60
        ? [Math.floor(minutes / 60), 1]
        : [Math.floor(minutes / 1440), 2];
  const units = language === 'ko' ? ['분', '시간', '일'] : ['m', 'h', 'd'];
  if (value === 0) return language === 'ko' ? '방금' : 'now';
  return `${value}${units[unit] ?? ''}`;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
