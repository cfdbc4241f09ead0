import { commandOf, type Command, type Shortcuts } from './bindings';
import { combo } from './combo';

const handlers = new Map<Command, () => void>();
let onDigit: ((digit: number) => void) | null = null;

/** Registers what a command does on the present page. Returns the function that removes it. */
export function onCommand(command: Command, handler: () => void): () => void {
  handlers.set(command, handler);
  return () => {
    if (handlers.get(command) === handler) handlers.delete(command);
  };
}

/** Registers what the keys 1 to 9 do. */
export function onNumber(handler: (digit: number) => void): () => void {
  onDigit = handler;
  return () => {
    if (onDigit === handler) onDigit = null;
  };
}

/** Runs the command of a key press, if there is one, instead of the browser's own. */
export function dispatch(event: KeyboardEvent, shortcuts: Shortcuts): void {
  if (event.defaultPrevented || event.isComposing) return;
  const keys = combo(event);
  if (keys === null) return;
  const plain = !/^(?:Ctrl|Alt)\+/.test(keys);
  if (
    plain &&
    (isTyping(event.target) || document.querySelector('[role="dialog"], [role="alertdialog"]'))
  )
    return;
  if (shortcuts.enabled && onDigit && /^[1-9]$/.test(keys)) {
    event.preventDefault();
    onDigit(Number(keys));
    return;
  }
  const command = commandOf(shortcuts, keys);
  const handler = command && handlers.get(command);
  if (!handler) return;
  event.preventDefault();
  handler();
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) {
    return !['checkbox', 'radio', 'button', 'submit', 'file'].includes(target.type);
  }
  return target.isContentEditable || target.matches('textarea, select');
}
