import { parseShortcuts, type Shortcuts } from '../keys/bindings';
import { PAGE_VIEWS, type PageView } from '../coverage/pagePicture';
import { ORDERS, type Order } from '../review/order';
import { LANGUAGES, speak, type Language } from '../words/words.svelte';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const dark = window.matchMedia('(prefers-color-scheme: dark)');

/** The preferences of this browser. No work is lost when its storage is. */
class Preferences {
  theme = $state<Theme>(oneOf(THEMES, read('theme'), 'system'));
  language = $state<Language>(oneOf(LANGUAGES, read('language'), 'ko'));
  shortcuts = $state.raw<Shortcuts>(parseShortcuts(read('shortcuts')));
  reviewerId = $state<string | null>(read('reviewer'));
  order = $state<Order>(oneOf(ORDERS, read('order'), 'oldest'));
  pageView = $state<PageView>(oneOf(PAGE_VIEWS, read('page-view'), 'picture'));

  constructor() {
    dark.addEventListener('change', () => this.applyTheme());
    this.applyTheme();
    this.applyLanguage();
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    write('theme', theme);
    this.applyTheme();
  }

  setLanguage(language: Language): void {
    this.language = language;
    write('language', language);
    this.applyLanguage();
  }

  setShortcuts(shortcuts: Shortcuts): void {
    this.shortcuts = shortcuts;
    write('shortcuts', JSON.stringify(shortcuts));
  }

  setReviewer(id: string | null): void {
    this.reviewerId = id;
    write('reviewer', id);
  }

  setOrder(order: Order): void {
    this.order = order;
    write('order', order);
  }

  setPageView(view: PageView): void {
    this.pageView = view;
    write('page-view', view);
  }

  private applyTheme(): void {
    const isDark = this.theme === 'dark' || (this.theme === 'system' && dark.matches);
    document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light';
  }

  private applyLanguage(): void {
    document.documentElement.lang = this.language;
    speak(this.language);
  }
}

function oneOf<T extends string>(choices: readonly T[], stored: string | null, otherwise: T): T {
  return choices.find((choice) => choice === stored) ?? otherwise;
}

function read(name: string): string | null {
  try {
    return localStorage.getItem(`simui.${name}`);
  } catch {
    return null;
  }
}

function write(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(`simui.${name}`);
    else localStorage.setItem(`simui.${name}`, value);
  } catch {
    // Storage is full or forbidden: the choice holds until the window closes.
  }
}

export const preferences = new Preferences();
