import type { ArticleNote, ArticleView } from '../backend/types';
import type { Line } from './lines';
import { parseAddress, type Place } from './place';

/** The last change that an article's notes mention; `null` where no note has a date. */
export function lastChange({ notes }: Pick<ArticleView, 'notes'>): LastChange | null {
  let last: LastChange | null = null;
  for (const { kind, days } of notes) {
    if (kind === 'in-force') continue;
    for (const day of days) if (!last || day >= last.day) last = { kind, day };
  }
  return last;
}

export interface LastChange {
  kind: ArticleNote['kind'];
  /** `2021-07-27`. */
  day: string;
}

/** A day as the law writes it: `2021. 7. 27.`. */
export function lawDay(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return `${year}. ${Number(month)}. ${Number(date)}.`;
}

/** Puts each note at the end of the line of its provision. Returns those about the article as a whole. */
export function placeNotes(lines: Line[], notes: readonly ArticleNote[]): string[] {
  const whole: string[] = [];
  for (const { provision, text } of notes) {
    const place = provision === null ? null : parseAddress(provision).place;
    const line = place && lines.find((one) => samePlace(one.place, place));
    if (!line) whole.push(text);
    else line.note = [line.note, `<${text}>`].filter((one) => one !== '').join(' ');
  }
  return whole;
}

function samePlace(a: Place, b: Place): boolean {
  return a.paragraph === b.paragraph && a.item === b.item && a.subitem === b.subitem;
}
