import type {
  CoverageAnswer,
  CoverageEvidence,
  CoverageSlotValue,
  SlotConfidence,
} from '../backend/types';
import { cell, columns, ownEvidence } from './table';

const COLUMNS = [
  'question',
  'coverage',
  'code',
  'item',
  'insurer',
  'kind',
  'name',
  'value',
  'confidence',
  'note',
  'type',
  'document',
  'page',
  'quote',
] as const;

export type CsvColumn = (typeof COLUMNS)[number];

/** What a line tells: the value, a part of it, what another document says instead, what another coverage pays, or for whom offers were made. */
export type CsvKind = 'own' | 'part' | 'conflict' | 'elsewhere' | 'reader';

export interface CsvWords {
  head: Record<CsvColumn, string>;
  kind: Record<CsvKind, string>;
  confidence: Record<SlotConfidence, string>;
  conditional: string;
}

type Fields = Partial<Record<CsvColumn, string>>;

/** The comparison as comma-separated values (RFC 4180): a line for each value, part and other value, and each place it stands at. */
export function csv(answer: CoverageAnswer, words: CsvWords): string {
  const lines: Fields[] = [words.head];
  const asked: Fields = {
    question: answer.query,
    coverage: answer.resolved_coverage_name ?? '',
    code: answer.resolved_coverage_code ?? '',
  };
  for (const slot of answer.slots) {
    for (const { code, name } of columns(answer)) {
      const about = { ...asked, item: slot.label, insurer: name };
      const rows = linesOf(cell(slot.insurers, code), words);
      lines.push(...rows.map((fields) => ({ ...about, ...fields })));
    }
  }
  lines.push(...elsewhereLines(answer, words).map((fields) => ({ ...asked, ...fields })));
  for (const note of answer.reader_notes) {
    lines.push({ ...asked, kind: words.kind.reader, note });
  }
  const texts = lines.map((line) => COLUMNS.map((column) => quoted(line[column] ?? '')).join(','));
  // Spreadsheets recognise UTF-8 by the byte order mark.
  return `\uFEFF${texts.join('\r\n')}\r\n`;
}

/** The lines of the coverages that pay for a kind of cancer, as the desk's own table has them. */
function elsewhereLines(answer: CoverageAnswer, words: CsvWords): Fields[] {
  const names = new Map(columns(answer).map(({ code, name }) => [code, name]));
  return answer.paid_elsewhere.flatMap(({ label, name, inclusion, payout }) => {
    const condition = inclusion.value === 'Y' ? '' : words.conditional;
    const line: Fields = {
      item: label,
      insurer: names.get(inclusion.insurer_code) ?? inclusion.insurer_code,
      kind: words.kind.elsewhere,
      name,
      value: payout.value ?? '',
      confidence: words.confidence[payout.confidence],
      note: [condition, payout.note ?? ''].join(' ').trim(),
    };
    return linePerPlace(line, [...inclusion.evidence, ...payout.evidence]);
  });
}

function linesOf(value: CoverageSlotValue | undefined, words: CsvWords): Fields[] {
  const own: Fields = {
    kind: words.kind.own,
    value: value?.value ?? '',
    confidence: words.confidence[value?.confidence ?? 'none'],
    note: value?.note ?? '',
  };
  if (!value) return [own];
  const others = (kind: CsvKind, parts: CoverageSlotValue['parts']) =>
    (parts ?? []).flatMap((part) =>
      linePerPlace({ kind: words.kind[kind], name: part.name, value: part.value }, part.evidence),
    );
  return [
    ...linePerPlace(own, ownEvidence(value)),
    ...others('part', value.parts),
    ...others('conflict', value.conflicts),
  ];
}

/** A line for each place. A value without a place has one line, too. */
function linePerPlace(line: Fields, evidence: readonly CoverageEvidence[]): Fields[] {
  if (evidence.length === 0) return [line];
  return evidence.map((one) => ({
    ...line,
    type: one.doc_type,
    document: one.document,
    page: String(one.page),
    quote: one.quote,
  }));
}

/** A spreadsheet must not take words of a document or a question for a formula, of whatever width its sign is. */
function quoted(field: string): string {
  const plain = /^[=+\-@＝＋－＠\t\r\n]/.test(field) ? `'${field}` : field;
  return `"${plain.replaceAll('"', '""')}"`;
}
