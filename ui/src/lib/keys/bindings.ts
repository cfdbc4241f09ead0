/** The commands that have keys, in the order of the settings page. */
export const COMMANDS = [
  'palette',
  'next',
  'previous',
  'approve',
  'modify',
  'reject',
  'requestRevision',
  'note',
  'filter',
  'evidence',
  'ask',
  'patients',
  'help',
] as const;
export type Command = (typeof COMMANDS)[number];

export type Bindings = Readonly<Record<Command, string>>;

export const DEFAULTS: Bindings = {
  palette: 'Ctrl+K',
  next: 'J',
  previous: 'K',
  approve: 'A',
  modify: 'E',
  reject: 'R',
  requestRevision: 'Q',
  note: 'N',
  filter: '/',
  evidence: 'I',
  ask: 'P',
  patients: 'C',
  help: '?',
};

/** Keys with a meaning of their own everywhere, or taken by 1–9 (go to a claim). */
const RESERVED = /^(?:Tab|Shift\+Tab|Enter|Escape|Space|Arrow\w+|[1-9])$/;

export interface Shortcuts {
  /** Single-key shortcuts can be switched off (WCAG 2.1.4). */
  enabled: boolean;
  bindings: Bindings;
}

export const UNTOUCHED: Shortcuts = { enabled: true, bindings: DEFAULTS };

/** The command of a key, when shortcuts are on. With a modifier a shortcut works even when off. */
export function commandOf(shortcuts: Shortcuts, keys: string): Command | null {
  if (!shortcuts.enabled && !/^(?:Ctrl|Alt)\+/.test(keys)) return null;
  return COMMANDS.find((command) => shortcuts.bindings[command] === keys) ?? null;
}

export type Refusal = { why: 'reserved' } | { why: 'taken'; by: Command };

/** Gives a command another key unless that key is in use. */
export function rebind(shortcuts: Shortcuts, command: Command, keys: string): Shortcuts | Refusal {
  if (RESERVED.test(keys)) return { why: 'reserved' };
  const by = COMMANDS.find((other) => other !== command && shortcuts.bindings[other] === keys);
  if (by) return { why: 'taken', by };
  return { ...shortcuts, bindings: { ...shortcuts.bindings, [command]: keys } };
}

/** Reads what was stored; anything unreadable or doubled falls back to the default keys. */
export function parseShortcuts(stored: string | null): Shortcuts {
  if (stored === null) return UNTOUCHED;
  let value: unknown;
  try {
    value = JSON.parse(stored);
  } catch {
    return UNTOUCHED;
  }
  if (typeof value !== 'object' || value === null) return UNTOUCHED;
  const enabled = !('enabled' in value) || value.enabled !== false;
  const kept: unknown = 'bindings' in value ? value.bindings : null;
  if (typeof kept !== 'object' || kept === null) return { enabled, bindings: DEFAULTS };
  const entries = Object.entries(kept);
  const bindings = Object.fromEntries(
    COMMANDS.map((command) => {
      const keys: unknown = entries.find(([name]) => name === command)?.[1];
      const usable = typeof keys === 'string' && keys !== '' && !RESERVED.test(keys);
      return [command, usable ? keys : DEFAULTS[command]];
    }),
  ) as Record<Command, string>;
  const doubled = new Set(Object.values(bindings)).size < COMMANDS.length;
  return { enabled, bindings: doubled ? DEFAULTS : bindings };
}
