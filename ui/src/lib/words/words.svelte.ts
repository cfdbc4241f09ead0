import { en } from './en';
import { ko, type Messages } from './ko';

export const LANGUAGES = ['ko', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

const CATALOGUES: Readonly<Record<Language, Messages>> = { ko, en };

class Words {
  language = $state<Language>('ko');
}

const words = new Words();

/** The messages in the language in use; reading them in a component follows a change. */
export function t(): Messages {
  return CATALOGUES[words.language];
}

export function language(): Language {
  return words.language;
}

export function speak(next: Language): void {
  words.language = next;
}
