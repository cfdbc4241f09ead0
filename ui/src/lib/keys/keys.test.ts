import { describe, expect, it } from 'vitest';
import { commandOf, DEFAULTS, parseShortcuts, rebind, UNTOUCHED } from './bindings';
import { combo, shown, type KeyPress } from './combo';

const press = (key: string, code: string, over: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  shiftKey: false,
  ...over,
});

describe('a key press as text', () => {
  it.each([
    ['a letter', press('a', 'KeyA'), 'A'],
    ['with caps lock', press('A', 'KeyA'), 'A'],
    ['with shift', press('A', 'KeyA', { shiftKey: true }), 'Shift+A'],
    ['Korean input method', press('ㅁ', 'KeyA'), 'A'],
    ['Korean input method, shifted', press('ㄲ', 'KeyR', { shiftKey: true }), 'Shift+R'],
    ['composing', press('Process', 'KeyJ'), 'J'],
    ['Dvorak', press('a', 'KeyA'), 'A'],
    ['Dvorak, another place', press('e', 'KeyD'), 'E'],
    ['Ctrl', press('k', 'KeyK', { ctrlKey: true }), 'Ctrl+K'],
    ['Ctrl with a Korean input method', press('ㅏ', 'KeyK', { ctrlKey: true }), 'Ctrl+K'],
    ['Command', press('k', 'KeyK', { metaKey: true }), 'Ctrl+K'],
    ['a question mark', press('?', 'Slash', { shiftKey: true }), '?'],
    ['a slash', press('/', 'Slash'), '/'],
    ['a digit', press('3', 'Digit3'), '3'],
    ['an arrow', press('ArrowDown', 'ArrowDown'), 'ArrowDown'],
    ['a space', press(' ', 'Space'), 'Space'],
    ['a bare modifier', press('Shift', 'ShiftLeft', { shiftKey: true }), null],
    ['a dead key', press('Dead', 'BracketLeft'), null],
  ])('%s', (_name, event, expected) => expect(combo(event)).toBe(expected));

  it.each([
    ['Ctrl+K', 'Ctrl K'],
    ['ArrowDown', '↓'],
    ['A', 'A'],
  ])('%s is printed %s', (keys, expected) => expect(shown(keys)).toBe(expected));
});

describe('shortcuts', () => {
  it('have a key of their own each', () => {
    expect(new Set(Object.values(DEFAULTS)).size).toBe(Object.keys(DEFAULTS).length);
  });

  it('rest when switched off, except those with Ctrl', () => {
    const off = { ...UNTOUCHED, enabled: false };
    expect(commandOf(UNTOUCHED, 'A')).toBe('approve');
    expect(commandOf(off, 'A')).toBeNull();
    expect(commandOf(off, 'Ctrl+K')).toBe('palette');
    expect(commandOf(UNTOUCHED, 'Z')).toBeNull();
  });

  it.each([
    ['A', { why: 'taken', by: 'approve' }],
    ['Enter', { why: 'reserved' }],
    ['7', { why: 'reserved' }],
    ['ArrowUp', { why: 'reserved' }],
  ])('refuse %s for another command', (keys, expected) => {
    expect(rebind(UNTOUCHED, 'next', keys)).toEqual(expected);
  });

  it('change, and read back as stored', () => {
    const next = rebind(UNTOUCHED, 'next', 'X');
    if ('why' in next) throw new Error('refused');
    expect(commandOf(next, 'X')).toBe('next');
    expect(commandOf(next, 'J')).toBeNull();
    expect(parseShortcuts(JSON.stringify(next))).toEqual(next);
    expect(rebind(next, 'next', 'X')).toEqual(next);
  });

  it.each([
    ['nothing', null],
    ['no JSON', '{'],
    ['no object', '3'],
    ['keys of another shape', '{"bindings":{"approve":7,"next":""}}'],
    ['a doubled key', '{"bindings":{"approve":"J"}}'],
    ['a reserved key', '{"bindings":{"approve":"Enter"}}'],
  ])('fall back to the defaults: %s', (_name, stored) => {
    expect(parseShortcuts(stored)).toEqual(UNTOUCHED);
  });

  it('stay off when only that was stored', () => {
    expect(parseShortcuts('{"enabled":false}')).toEqual({ ...UNTOUCHED, enabled: false });
  });
});
