import type { AnswerCitation, FeedbackVerdict } from '../backend/types';

export const VERDICTS: readonly FeedbackVerdict[] = [
  'helpful',
  'wrong_section',
  'wrong_scope',
  'missing',
];

/** A place in the documents as a person enters it. */
export interface Place {
  title: string;
  section: string;
}

/** A person's judgement of an answer. */
export interface Judgement extends Place {
  verdict: FeedbackVerdict;
  note: string;
}

/** The judgement as it is sent: only a wrong section names the place that is right. */
export function judgement(verdict: FeedbackVerdict, place: Place, note: string): Judgement {
  const isPlaced = verdict === 'wrong_section';
  const written = (text: string) => (isPlaced ? text.normalize('NFC').trim() : '');
  return { verdict, title: written(place.title), section: written(place.section), note };
}

/** The fields that are missing from the correct section, which needs both. */
export function missingOf({ verdict, title, section }: Judgement): (keyof Place)[] {
  if (verdict !== 'wrong_section') return [];
  return [
    ...(title === '' ? (['title'] as const) : []),
    ...(section === '' ? (['section'] as const) : []),
  ];
}

/** The documents an answer cites, each once, in the order of their numbers. */
export function citedTitles(citations: readonly AnswerCitation[]): string[] {
  return distinct(citations.map(({ title }) => title));
}

/** The sections it cites of this document; of all, where the document is not one of them. */
export function citedSections(citations: readonly AnswerCitation[], title: string): string[] {
  const own = citations.filter((one) => one.title === title.trim());
  return distinct((own.length > 0 ? own : citations).map(({ section }) => section));
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts.filter((text) => text !== ''))];
}
