import type { QuarantineRecord } from '../backend/types';

/** Every word must occur in the file, the place, the reason or the note; open ones first, as the desk lists them. */
export function filteredRecords(
  records: readonly QuarantineRecord[],
  text: string,
): QuarantineRecord[] {
  const words = text.normalize('NFC').toLowerCase().split(/\s+/u).filter(Boolean);
  const fitting = records.filter((one) => {
    const all = [one.path, one.where, one.reason, one.resolution?.note ?? ''].join(' ');
    const whole = all.normalize('NFC').toLowerCase();
    return words.every((word) => whole.includes(word));
  });
  return [
    ...fitting.filter(({ resolution }) => resolution === null),
    ...fitting.filter(({ resolution }) => resolution !== null),
  ];
}

/** How many of a file's entries are still open. */
export function openRecordsOf(records: readonly QuarantineRecord[], path: string): number {
  return records.filter((one) => one.path === path && one.resolution === null).length;
}
