import type { AskResponse } from '../backend/types';
import { moment } from '../text/format';
import type { Messages } from '../words/ko';
import { pieceText, readAnswer, type Piece } from './answer';
import { sourceName } from './source';

/** The parts of an answer that are copied for counselling. */
export interface Counsel {
  question: string;
  /** When it was asked, ISO 8601. */
  at: string;
  response: AskResponse;
}

/** An answer as plain text, its sources listed. */
export function plainText({ question, at, response }: Counsel, words: Messages['ask']): string {
  const { warnings, paragraphs, closing } = readAnswer(response);
  const { emergency, dur, citations } = response;
  const parts = [
    `${words.question}: ${question}`,
    emergency === null ? '' : `${words.emergency} (${words.emergencyOwn}): ${emergency}`,
    ...warnings.map((it) => `[${words.urgency[it.severity]}] ${it.text} (${it.source})`),
    section(
      words.dur,
      dur.map((it) => `- [${it.table}] ${it.drugs.join(' + ')}: ${it.says} [문서 ${it.n}]`),
    ),
    ...paragraphs.map((pieces) => pieces.map(plainPiece).join('')),
    section(
      words.sources,
      citations.map((it) => {
        const digest = it.digest ? ` (${words.digest})` : '';
        return `[문서 ${it.n}] ${sourceName(it)}${digest}: ${it.quote.replace(/\s*\n\s*/gu, ' / ')}`;
      }),
    ),
    closing ?? words.closing,
    `${words.askedAt} ${moment(at)} · ${words.madeBy}`,
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

function plainPiece(piece: Piece): string {
  return pieceText(piece, (n) => `[문서 ${n}]`);
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : [title, ...lines].join('\n');
}
