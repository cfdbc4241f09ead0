import type { NamedFile } from './batches';

/** The part of a dropped folder or file that is read here. */
export interface DroppedEntry {
  isFile: boolean;
  isDirectory: boolean;
  /** `/kr/의료법/법률.md`: from the folder that was dropped. */
  fullPath: string;
  file?: (found: (file: File) => void, failed: (error: unknown) => void) => void;
  createReader?: () => {
    readEntries: (
      found: (entries: DroppedEntry[]) => void,
      failed: (error: unknown) => void,
    ) => void;
  };
}

/** Reads what was dropped at once, since the browser forgets it after the event. */
export interface Dropped {
  entries: DroppedEntry[];
  files: File[];
}

/** Whether files are being dragged. Text and links are left to the browser. */
export function carriesFiles(transfer: Pick<DataTransfer, 'types'> | null): boolean {
  return transfer?.types.includes('Files') ?? false;
}

export function take(transfer: DataTransfer | null): Dropped {
  const entries = [...(transfer?.items ?? [])].flatMap((item) => {
    const entry: DroppedEntry | null = item.kind === 'file' ? item.webkitGetAsEntry() : null;
    return entry ? [entry] : [];
  });
  return { entries, files: [...(transfer?.files ?? [])] };
}

/** Every file dropped, those inside folders with their path; hidden ones are left out. */
export async function filesOf({ entries, files }: Dropped): Promise<NamedFile[]> {
  if (entries.length === 0) return files.map((file) => ({ name: file.name, file }));
  const found: NamedFile[] = [];
  for (const entry of entries) await walk(entry, found);
  return found;
}

async function walk(entry: DroppedEntry, found: NamedFile[]): Promise<void> {
  const name = entry.fullPath.replace(/^\//, '');
  if (/(?:^|\/)\.[^/]*$/.test(name)) return;
  if (entry.isDirectory) {
    for (const inner of await children(entry)) await walk(inner, found);
  } else if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => entry.file?.(resolve, reject));
    found.push({ name, file });
  }
}

/** Reads all entries of a folder. A reader gives at most a hundred at a time. */
async function children(folder: DroppedEntry): Promise<DroppedEntry[]> {
  const reader = folder.createReader?.();
  const all: DroppedEntry[] = [];
  if (!reader) return all;
  for (;;) {
    const some = await new Promise<DroppedEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return all;
    all.push(...some);
  }
}
