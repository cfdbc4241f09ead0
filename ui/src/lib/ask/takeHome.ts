import type { Reply } from '../patients/reply';
import type { ShownWarning } from '../safety/warning';
import {
  isClosing,
  patientParagraphs,
  readAnswer,
  type PatientParagraph,
  type Piece,
} from './answer';
import type { Counsel } from './plainText';

/** What a patient takes home of an answer: words alone, without references, scores or names of tables. */
export interface TakeHome {
  question: string;
  /** When it was answered, ISO 8601. */
  at: string;
  /** What to do at once; `null` where nothing is urgent. */
  emergency: string | null;
  /** The warnings, the gravest first. */
  warnings: Pick<ShownWarning, 'severity' | 'text'>[];
  /** Drugs that do not go together, with what the tables say. */
  notices: string[];
  paragraphs: PatientParagraph[];
  /** Titles of the documents, each once. */
  sources: string[];
  /** The closing sentence; `null` where the answer has none. */
  closing: string | null;
}

/** `[병용금기]`, the name of the table at the beginning of a notice. */
const TABLE = /^\[[^[\]]*\]\s*/u;

/** A remark for whoever counsels: that our own digest of a document was quoted. */
const ON_DIGESTS = /^요지 문서가 포함되어/u;

/** What a patient takes home of an answer to a question. */
export function takeHomeOfAnswer({ question, at, response }: Counsel): TakeHome {
  const { warnings, paragraphs, closing } = readAnswer(response);
  return {
    question,
    at,
    emergency: response.emergency,
    warnings,
    notices: response.dur.map(({ drugs, says }) => `${drugs.join(' + ')}: ${says}`),
    paragraphs: forPatient(paragraphs),
    sources: titles(response.citations),
    closing,
  };
}

/** What a patient takes home of a reply in a consultation. */
export function takeHomeOfReply(reply: Reply, question: string, at: string): TakeHome {
  const notices = patientParagraphs({ paragraphs: reply.notices });
  return {
    question,
    at,
    emergency: null,
    warnings: reply.warnings,
    notices: notices.map(({ text }) => text.replace(TABLE, '')),
    paragraphs: forPatient(reply.paragraphs),
    sources: titles(reply.citations),
    closing: reply.closing.find(isClosing) ?? null,
  };
}

function forPatient(paragraphs: readonly Piece[][]): PatientParagraph[] {
  return patientParagraphs({ paragraphs }).filter(({ text }) => !ON_DIGESTS.test(text));
}

function titles(citations: readonly { title: string }[]): string[] {
  return [...new Set(citations.map(({ title }) => title))];
}
