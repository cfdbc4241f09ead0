import { describe, expect, it } from 'vitest';
import { carriesFiles, filesOf, type DroppedEntry } from './drop';
import { pace, perSecond } from './importSpeed';

describe('what was dropped', () => {
  const file = (path: string): DroppedEntry => ({
    isFile: true,
    isDirectory: false,
    fullPath: path,
    file: (found) => found(new File(['x'], path)),
  });
  const folder = (path: string, inside: DroppedEntry[]): DroppedEntry => ({
    isFile: false,
    isDirectory: true,
    fullPath: path,
    createReader: () => {
      const left = [...inside];
      // A browser gives a hundred at a time; here it is two.
      return { readEntries: (found) => found(left.splice(0, 2)) };
    },
  });

  it('is every file of every folder, with its path', async () => {
    const entries = [
      file('/a.md'),
      folder('/kr', [
        file('/kr/1.md'),
        file('/kr/.DS_Store'),
        folder('/kr/법', [file('/kr/법/2.md')]),
        folder('/kr/.git', [file('/kr/.git/config')]),
        file('/kr/3.md'),
      ]),
    ];
    const found = await filesOf({ entries, files: [] });
    expect(found.map(({ name }) => name)).toEqual(['a.md', 'kr/1.md', 'kr/법/2.md', 'kr/3.md']);
  });

  it('is the plain files where the browser knows no entries', async () => {
    const found = await filesOf({ entries: [], files: [new File(['x'], 'b.md')] });
    expect(found.map(({ name }) => name)).toEqual(['b.md']);
  });

  it('that cannot be read is an error, never passed over', async () => {
    const broken: DroppedEntry = {
      ...file('/a.md'),
      file: (_found, failed) => failed(new Error('gone')),
    };
    await expect(filesOf({ entries: [broken], files: [] })).rejects.toThrow('gone');
  });

  it('counts only when it is files', () => {
    expect(carriesFiles({ types: ['Files'] })).toBe(true);
    expect(carriesFiles({ types: ['text/plain'] })).toBe(false);
    expect(carriesFiles(null)).toBe(false);
  });
});

describe('the pace of an import', () => {
  const progress = { files_done: 20, files_total: 100, articles: 500 };

  it('is told with what remains', () => {
    expect(pace(progress, 4000)).toEqual({ files: 5, articles: 125, remainingSeconds: 16 });
  });

  it('is not told too early, nor the end before the first file', () => {
    expect(pace(progress, 100)).toBeNull();
    expect(pace(null, 4000)).toBeNull();
    expect(pace({ ...progress, files_done: 0 }, 4000)?.remainingSeconds).toBeNull();
  });

  it.each([
    [0.44, '0.4'],
    [5, '5.0'],
    [1204.4, '1,204'],
  ])('%d a second is %s', (rate, text) => expect(perSecond(rate)).toBe(text));
});
