import type { QuarantineRecord } from '../backend/types';

/** Keeps the records in which every word occurs, in the desk's order, which begins with the open ones. */
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
