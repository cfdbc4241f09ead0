import type { PatientItem } from '../backend/types';

type Fading = Pick<PatientItem, 'decay_per_hour' | 'weight'>;

/** A point of a curve: hours from now, and the weight at that time. */
export interface Moment {
  hours: number;
  weight: number;
}

/** A curve in a box of one by one: x to the right with time, y down from full weight to none. */
export interface Curve {
  /** `M… L…` for an SVG path. */
  path: string;
  /** The present point of the curve. */
  now: { x: number; y: number };
  /** The width of the curve in hours. */
  span: number;
  /** The hours before the present. */
  behind: number;
}

const HOUR_MS = 3_600_000;
const STEPS = 48;
/** Below this weight an item hardly counts: e⁻⁴·⁶ is .01. */
const FADED = 4.6;
const LEAST_HOURS = 24;

/** The half-life ln 2 / λ in hours; `null` where the weight does not fall. */
export function halfLife(perHour: number): number | null {
  return perHour > 0 ? Math.LN2 / perHour : null;
}

/** The weight after some hours: exp(-λ·Δt) times the present weight. */
export function weightIn({ decay_per_hour, weight }: Fading, hours: number): number {
  return Math.min(1, weight * Math.exp(-decay_per_hour * hours));
}

/** Hours since the weight was full; from the weight itself, which counts from when it was measured. */
export function hoursBehind({ decay_per_hour, weight }: Fading): number {
  if (decay_per_hour <= 0 || weight >= 1) return 0;
  return -Math.log(Math.max(weight, 1e-12)) / decay_per_hour;
}

/** From when the weight was full until it hardly counts, or a little into the future. */
export function curve(item: Fading): Curve {
  const behind = hoursBehind(item);
  const rate = item.decay_per_hour;
  const ahead = rate > 0 ? Math.max(LEAST_HOURS, FADED / rate - behind, behind * 0.2) : 720;
  const span = behind + ahead;
  const at = (hours: number) => ({ x: (hours + behind) / span, y: 1 - weightIn(item, hours) });
  const points = Array.from({ length: STEPS + 1 }, (_, step) => at((step / STEPS) * span - behind));
  const path = points.map(({ x, y }, step) => `${step === 0 ? 'M' : 'L'}${x} ${y}`).join(' ');
  return { path, now: at(0), span, behind };
}

/** The moments of the table: now, an hour, a day, three days, a week, thirty days, ninety days from now. */
export const AHEAD = [0, 1, 24, 72, 168, 720, 2160] as const;

export function moments(item: Fading): Moment[] {
  return AHEAD.map((hours) => ({ hours, weight: weightIn(item, hours) }));
}

/** Hours since a moment. */
export function hoursSince(at: string, now: string): number {
  return Math.max(0, (Date.parse(now) - Date.parse(at)) / HOUR_MS);
}
