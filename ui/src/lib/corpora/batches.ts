import type { ImportReport } from '../backend/types';

/** A file with its path inside the folder it was picked from. */
export interface NamedFile {
  name: string;
  file: Blob;
}

/** The largest request, so that progress shows and memory stays small. */
const BATCH_BYTES = 4 * 1024 * 1024;
const BATCH_FILES = 64;

/** Groups files in their order for sending. A file larger than a group is sent alone. */
export function batches(files: readonly NamedFile[]): NamedFile[][] {
  const groups: NamedFile[][] = [];
  let group: NamedFile[] = [];
  let bytes = 0;
  for (const file of files) {
    if (group.length > 0 && (bytes + file.file.size > BATCH_BYTES || group.length >= BATCH_FILES)) {
      groups.push(group);
      group = [];
      bytes = 0;
    }
    group.push(file);
    bytes += file.file.size;
  }
  if (group.length > 0) groups.push(group);
  return groups;
}

/** Joins two reports. */
export function merge(a: ImportReport, b: ImportReport): ImportReport {
  return {
    documents: a.documents + b.documents,
    articles: a.articles + b.articles,
    chunks: a.chunks + b.chunks,
    unchanged: a.unchanged + b.unchanged,
    quarantined: [...a.quarantined, ...b.quarantined],
    took_ms: a.took_ms + b.took_ms,
    cancelled: a.cancelled || b.cancelled,
  };
}
