import { BackendError } from '../backend/backend';
import type { ErrorCode, ImportedPatient, ImportOmission, ProfileSlot } from '../backend/types';
import { decodeText } from '../text/bytes';
import { SLOTS } from './memory';

/** Largest file of a record in bytes, as in the desk (`LARGEST` of `simui-patient::fhir`). */
export const LARGEST_RECORD = 64 * 1024 * 1024;
/** Most entries of a record, as in the desk. */
const MOST_ENTRIES = 100_000;

/** The text of a record's file. Throws, as the desk would, where the file is too large to be sent. */
export async function recordText(file: File): Promise<string> {
  if (file.size > LARGEST_RECORD) {
    const code: ErrorCode = 'patient_record_too_large';
    throw new BackendError('', true, code, {
      file: file.name,
      limit: String(LARGEST_RECORD / 1024 / 1024),
      entries: String(MOST_ENTRIES),
    });
  }
  return decodeText(new Uint8Array(await file.arrayBuffer()));
}

/** What was taken from a record, in the order of the chart: allergies first. Kinds without entries are left away. */
export function takenKinds({
  allergies,
  by_slot,
}: Pick<ImportedPatient, 'allergies' | 'by_slot'>): {
  kind: 'allergies' | ProfileSlot;
  count: number;
}[] {
  const ofSlots = SLOTS.map((kind) => ({ kind, count: by_slot[kind] ?? 0 }));
  return [{ kind: 'allergies' as const, count: allergies }, ...ofSlots].filter(
    ({ count }) => count > 0,
  );
}

/** What was left out, by kind of resource, the kind with most entries first. */
export function leftOutByKind(
  omissions: readonly ImportOmission[],
): { resource: string; count: number; omissions: ImportOmission[] }[] {
  const kinds = [...new Set(omissions.map(({ resource }) => resource))];
  const groups = kinds.map((resource) => {
    const own = omissions.filter((one) => one.resource === resource);
    return { resource, count: own.reduce((sum, { count }) => sum + count, 0), omissions: own };
  });
  return groups.sort((a, b) => b.count - a.count);
}
