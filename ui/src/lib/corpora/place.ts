/** 항·호·목 inside one article; the parts that are not named are `null`. */
export interface Place {
  paragraph: number | null;
  /** `14`, `4의2`. */
  item: string | null;
  subitem: string | null;
}

/** The parts of an address in a document: `제56조제2항제8호` is 제56조 and 제2항제8호. */
export interface Address {
  article: string;
  place: Place | null;
}

const ADDRESS = /^(제\d+조(?:의\d+)?)(?:제(\d+)항)?(?:제(\d+)호(?:의(\d+))?)?(?:([가-히])목)?$/u;

/** Reads a provision; anything else names an article by its key. */
export function parseAddress(text: string): Address {
  const found = ADDRESS.exec(text.replace(/\s+/gu, ''));
  if (!found) return { article: text, place: null };
  const [, article = text, paragraph, item, branch, subitem] = found;
  if (paragraph === undefined && item === undefined && subitem === undefined)
    return { article, place: null };
  return {
    article,
    place: {
      paragraph: paragraph === undefined ? null : Number(paragraph),
      item: item === undefined ? null : branch === undefined ? item : `${item}의${branch}`,
      subitem: subitem ?? null,
    },
  };
}

/** Whether a unit stands at a place or inside it; a level left open holds everything below. */
export function isWithin(unit: Place, place: Place): boolean {
  return (
    (place.paragraph === null || unit.paragraph === place.paragraph) &&
    (place.item === null || unit.item === place.item) &&
    (place.subitem === null || unit.subitem === place.subitem)
  );
}

/** A part of a text, in UTF-16 units, end-exclusive. */
export interface Range {
  from: number;
  to: number;
}

/** Whether a line is part of the unit asked for. */
export function isUnit(line: Range, unit: Range | null): boolean {
  return unit !== null && line.from >= unit.from && line.to <= unit.to;
}

/**
 * Finds words in a text, first literally and then without white space. An occurrence inside `prefer`
 * comes before an earlier one.
 */
export function findWords(text: string, words: string, prefer: Range | null = null): Range | null {
  const wanted = words.normalize('NFC').trim();
  if (wanted === '') return null;
  const inside = prefer && literal(text, wanted, prefer.from);
  if (inside && prefer && inside.from < prefer.to) return inside;
  return literal(text, wanted, 0) ?? loose(text, wanted, prefer);
}

function literal(text: string, words: string, after: number): Range | null {
  const at = text.indexOf(words, after);
  return at < 0 ? null : { from: at, to: at + words.length };
}

function loose(text: string, words: string, prefer: Range | null): Range | null {
  const spots: number[] = [];
  let close = '';
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charAt(at);
    if (/\s/u.test(unit)) continue;
    spots.push(at);
    close += unit;
  }
  const wanted = words.replace(/\s+/gu, '');
  const first = prefer
    ? Math.max(
        0,
        spots.findIndex((spot) => spot >= prefer.from),
      )
    : 0;
  const inside = close.indexOf(wanted, first);
  const at = inside >= 0 ? inside : close.indexOf(wanted);
  const from = spots[at];
  const last = spots[at + wanted.length - 1];
  return at < 0 || from === undefined || last === undefined ? null : { from, to: last + 1 };
}
