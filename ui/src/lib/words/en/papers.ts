import type { Messages } from '../ko';

/** Papers that leave the office, the office itself, and what vouches for its records. */
export const papers: Pick<Messages, 'papers' | 'office' | 'chain'> = {
  papers: {
    menu: 'Documents',
    failed: 'The document could not be made.',
    names: {
      report: 'Review report',
      letter: 'Decision letter',
      notice: 'Notice asking for changes',
      case_file: 'Case file',
      pack: 'Audit pack',
    },
    mail: 'e-mail',
  },
  office: {
    title: 'The office',
    hint: 'Stands at the head and foot of letters. Letters that were issued are printed again as they were.',
    draft: 'Without a name of the office, letters are drafts without a number.',
    fields: {
      name: 'Name',
      signer: 'Signs as (empty: the name)',
      department: 'Department',
      address: 'Address',
      telephone: 'Telephone',
      email: 'E-mail',
      numbering: 'Rule for numbers',
      objection: 'How to object',
    },
    numberingHint:
      'Must hold {year} and {number}; {number:4} writes four digits. Numbers begin at 1 each year and have no gaps.',
    objectionHint: 'Stands on decision letters word for word. Nothing is said about it when empty.',
    save: 'Save',
    saved: 'The office is saved.',
  },
  chain: {
    anchorLabel: 'Head kept outside',
    anchor: (seq, at) => (at ? `entry ${seq} (${at})` : `entry ${seq}`),
    noAnchor: 'none',
    key: 'Where the key is',
    places: {
      keyring: "the operating system's keyring",
      file: 'the file keys/audit.key in the data directory',
      missing: 'nowhere',
    },
    warnings: {
      keyring:
        'The keyring does not give the key. Unlock it and start the program again; nothing can be decided until then.',
      file: 'The key lies beside the log. Whoever can read this folder can write the whole log anew.',
      missing: 'The key is missing. Do not make a new one; restore the keys folder from a backup.',
    },
    move: 'Move it to the keyring',
    moved: 'The audit key was moved to the keyring.',
    publicKey: 'Public key for signatures',
    publicKeyHint: 'Give it to whoever receives audit packs, by another way. It is no secret.',
    head: 'End of the log',
    headHint:
      'Written down elsewhere, it shows even a log that was written anew by somebody with the key.',
  },
};
