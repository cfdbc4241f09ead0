/** Characters that a reader cannot see, or that change how others are read. */
const HIDDEN =
  // eslint-disable-next-line no-control-regex, no-misleading-character-class -- these are what is looked for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

const NAMES: Readonly<Record<number, string>> = {
  0x00ad: 'SHY',
  0x034f: 'CGJ',
  0x115f: 'HCF',
  0x1160: 'HJF',
  0x200b: 'ZWSP',
  0x200c: 'ZWNJ',
  0x200d: 'ZWJ',
  0x200e: 'LRM',
  0x200f: 'RLM',
  0x2028: 'LS',
  0x2029: 'PS',
  0x202a: 'LRE',
  0x202b: 'RLE',
  0x202c: 'PDF',
  0x202d: 'LRO',
  0x202e: 'RLO',
  0x2060: 'WJ',
  0x2066: 'LRI',
  0x2067: 'RLI',
  0x2068: 'FSI',
  0x2069: 'PDI',
  0x3164: 'HF',
  0xfeff: 'BOM',
  0xffa0: 'HHF',
};

/** Plain text, or one hidden character with its name. */
export type Piece = { text: string } | { hidden: string; code: string };

/** Splits a text so that each hidden character can be drawn. */
export function pieces(text: string): Piece[] {
  const found: Piece[] = [];
  let from = 0;
  for (const match of text.matchAll(HIDDEN)) {
    if (match[0] === '\u200d' && joinsEmoji(text, match.index)) continue;
    if (match.index > from) found.push({ text: text.slice(from, match.index) });
    found.push(named(match[0]));
    from = match.index + match[0].length;
  }
  if (from < text.length) found.push({ text: text.slice(from) });
  return found;
}

/** How many characters of a text are hidden. */
export function countHidden(text: string): number {
  return pieces(text).filter((piece) => 'hidden' in piece).length;
}

function named(character: string): Piece {
  const point = character.codePointAt(0) ?? 0;
  const code = `U+${point.toString(16).toUpperCase().padStart(4, '0')}`;
  return { hidden: NAMES[point] ?? code, code };
}

/** A joiner inside 👩‍⚕️ hides nothing. */
function joinsEmoji(text: string, at: number): boolean {
  return (
    /\p{Extended_Pictographic}(?:\ufe0f|[\u{1f3fb}-\u{1f3ff}])*$/u.test(
      text.slice(Math.max(0, at - 6), at),
    ) && /^\p{Extended_Pictographic}/u.test(text.slice(at + 1, at + 3))
  );
}
