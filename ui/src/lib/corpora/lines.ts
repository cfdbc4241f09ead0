import { isWithin, type Place, type Range } from './place';

/** The level of a line: the article itself, 항, 호, 목, and below. */
export type Level = 'lead' | 'paragraph' | 'item' | 'subitem' | 'detail';

/** A line of an article as the page shows it. */
export interface Line extends Range {
  level: Level;
  /** A table drawn with characters keeps its columns. */
  table: boolean;
  place: Place;
  /** The text of the line, which is `from..to` of the article's text without the note. */
  text: string;
  /** 개정 notes at its end. */
  note: string;
  deleted: boolean;
}

const CIRCLED = '①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳㉑㉒㉓㉔㉕㉖㉗㉘㉙㉚㉛㉜㉝㉞㉟㊱㊲㊳㊴㊵㊶㊷㊸㊹㊺㊻㊼㊽㊾㊿';
const PARAGRAPH = /^(?:제\d+조(?:의\d+)?\s*(?:\([^)]*\))?\s*)?([①-⑳㉑-㉟㊱-㊿])/u;
const ITEM = /^(\d+(?:의\d+)?)\./u;
const SUBITEM = /^([가-히])\./u;
const DETAIL = /^(?:\d+|[가-하])\)/u;
const TABLE = /[┌┐└┘├┤┬┴┼│─━┃┏┓┗┛┣┫┳┻╋]/u;
const NOTE =
  /(?:\s*(?:<(?:[^<>]*(?:개정|신설|삭제|이동|생략)[^<>]*|\s*\d{4}\s*\.[^<>]*)>|\[(?:전문개정|본조신설|본항신설|제목개정|종전|시행일|제\d+조(?:의\d+)?에서)[^[\]]*\]))+\s*$/u;

/** Cuts an article into its 항·호·목. The lines joined, with their notes, are the text. */
export function articleLines(text: string): Line[] {
  const lines: Line[] = [];
  let from = 0;
  let place: Place = { paragraph: null, item: null, subitem: null };
  let level: Level = 'lead';
  for (const raw of text.split('\n')) {
    const found = TABLE.test(raw) ? null : marker(raw.trim(), place);
    if (found) ({ level, place } = found);
    const last = lines.at(-1);
    if (TABLE.test(raw) && last?.table) {
      last.text += `\n${raw}`;
      last.to = from + raw.length;
    } else if (raw.trim() !== '') lines.push(line(raw, from, level, place));
    from += raw.length + 1;
  }
  return lines;
}

/** The part of an article's text that a place names; `null` when it has no such unit. */
export function rangeOf(lines: readonly Line[], place: Place): Range | null {
  const inside = lines.filter((one) => isWithin(one.place, place));
  const first = inside[0];
  const last = inside.at(-1);
  return first && last ? { from: first.from, to: last.to } : null;
}

/** Cuts a line at the borders of the marked part of the article. */
export interface Cut {
  before: string;
  marked: string;
  after: string;
}

export function cutLine(one: Pick<Line, 'text' | 'from'>, mark: Range | null): Cut {
  if (!mark) return { before: one.text, marked: '', after: '' };
  const clamp = (at: number) => Math.min(Math.max(at - one.from, 0), one.text.length);
  const from = clamp(mark.from);
  const to = Math.max(from, clamp(mark.to));
  return {
    before: one.text.slice(0, from),
    marked: one.text.slice(from, to),
    after: one.text.slice(to),
  };
}

function line(raw: string, from: number, level: Level, place: Place): Line {
  const table = TABLE.test(raw);
  const note = table ? null : NOTE.exec(raw);
  const text = note ? raw.slice(0, note.index) : raw;
  // A line that is nothing but a note keeps its place, drawn as a note.
  return {
    level,
    place,
    table,
    from,
    to: from + text.length,
    text,
    note: note ? note[0].trim() : '',
    deleted: /^\S{0,8}\s*삭제\s*$/u.test(text.trim()),
  };
}

function marker(text: string, before: Place): { level: Level; place: Place } | null {
  const paragraph = PARAGRAPH.exec(text)?.[1];
  if (paragraph !== undefined) {
    return {
      level: 'paragraph',
      place: { paragraph: CIRCLED.indexOf(paragraph) + 1, item: null, subitem: null },
    };
  }
  const item = ITEM.exec(text)?.[1];
  if (item !== undefined) return { level: 'item', place: { ...before, item, subitem: null } };
  const subitem = SUBITEM.exec(text)?.[1];
  if (subitem !== undefined) return { level: 'subitem', place: { ...before, subitem } };
  return DETAIL.test(text) ? { level: 'detail', place: before } : null;
}
