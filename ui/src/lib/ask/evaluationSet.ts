import type { JudgedQuestion } from '../backend/types';

/** A file to be saved. */
export interface TextFile {
  name: string;
  text: string;
  mediaType: string;
}

/** The message that tells whether the file was saved. */
export interface JudgedWords {
  judgedSaved: (n: number) => string;
  judgedNone: string;
}

/** The evaluation set as `simui ask --export-feedback` writes it; `null` where there is none. */
export function judgedFile(questions: readonly JudgedQuestion[]): TextFile | null {
  if (questions.length === 0) return null;
  return {
    name: 'judged-questions.jsonl',
    text: questions.map((one) => `${JSON.stringify(one)}\n`).join(''),
    mediaType: 'application/x-ndjson',
  };
}

/** What became of saving it. */
export function judgedOutcome(questions: readonly JudgedQuestion[], words: JudgedWords): string {
  return questions.length === 0 ? words.judgedNone : words.judgedSaved(questions.length);
}
