/** The parts of a key press that matter. */
export interface KeyPress {
  key: string;
  code: string;
  ctrlKey: boolean;
  altKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
}

/**
 * A key press as text: `A`, `Ctrl+K`, `ArrowDown`, `?`. `null` for a bare modifier.
 *
 * With a Korean input method on, the key of A arrives as `ㅁ`: then the physical key decides.
 * On a Latin layout the letter itself does, so that Dvorak keeps its letters.
 */
export function combo(press: KeyPress): string | null {
  if (['Control', 'Alt', 'Meta', 'Shift', 'Dead', 'Process', 'Unidentified'].includes(press.key)) {
    if (press.key !== 'Process' || !letter(press.code)) return null;
  }
  const latin = /^[a-z]$/i.test(press.key) ? press.key.toUpperCase() : null;
  const plain = /^[\x21-\x7e]$/.test(press.key) ? press.key : null;
  const named = press.key === ' ' ? 'Space' : press.key;
  const key = latin ?? plain ?? letter(press.code) ?? digit(press.code) ?? named;
  const modifiers = [
    press.ctrlKey || press.metaKey ? 'Ctrl' : '',
    press.altKey ? 'Alt' : '',
    // The shift of `?` is already in the character.
    press.shiftKey && /^(?:[A-Z]|.{2,})$/.test(key) ? 'Shift' : '',
  ].filter((part) => part !== '');
  return [...modifiers, key].join('+');
}

function letter(code: string): string | null {
  return /^Key([A-Z])$/.exec(code)?.[1] ?? null;
}

function digit(code: string): string | null {
  return /^Digit([0-9])$/.exec(code)?.[1] ?? null;
}

const SHOWN: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Enter: '⏎',
  Escape: 'Esc',
};

/** The name of a key as printed on its cap. */
export function shown(keys: string): string {
  return keys
    .split('+')
    .map((part) => SHOWN[part] ?? part)
    .join(' ');
}
