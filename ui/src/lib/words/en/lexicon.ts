import type { Messages } from '../ko';

/** The import of names of illnesses and drugs from tables that the office has a licence for. */
export const lexicon: Pick<Messages, 'lexicon'> = {
  lexicon: {
    title: 'Lexicon',
    hint: 'Names of illnesses, symptoms and drugs are recognised by it in what patients say and in records. Tables of UMLS or MedCAT that you have a licence for add names. They do not leave this computer.',
    own: (n) => `Built in: ${n} concepts`,
    none: 'No lexicon is imported.',
    counts: (concepts, korean, english) =>
      `${concepts} concepts · ${korean} Korean names · ${english} English names`,
    lines: (lines, left) => `read from ${lines} lines · ${left} names not used`,
    when: (at) => `imported ${at}`,
    whenBy: (at, by) => `imported ${at} by ${by}`,
    damaged:
      'The file is damaged or of another version. What patients say is not read until it is imported again or removed.',
    remove: 'Remove',
    removeOf: (source) => `Remove ${source}`,
    removeTitle: (source) => `Remove the lexicon of ${source}?`,
    removeText:
      'Names that came from it are no longer recognised. The tables themselves stay, so they can be imported again.',
    removed: (source) => `The lexicon of ${source} was removed.`,
    importTitle: 'Import tables',
    source: 'Tables of',
    mrconso: 'Path of MRCONSO.RRF',
    mrsty: 'Path of MRSTY.RRF',
    cdb: 'Path of the concept table (CSV)',
    umlsHint: 'Two files of one release. Write the whole path of each file on this computer.',
    medcatHint:
      'A CSV whose first line names its columns, such as name, cui, type_ids. Write the whole path of the file on this computer.',
    replaces: (source) => `It replaces the present lexicon of ${source}.`,
    import: 'Import',
    importing:
      'Reading the tables… Large ones take minutes. It goes on while you look at other pages.',
    done: (source, concepts) => `The lexicon of ${source} was imported: ${concepts} concepts`,
  },
};
