// @ts-check
// Letters, the office and the audit log, in memory.

/** @typedef {import('../../../ui/src/lib/backend/backend.ts').Operations} Operations */
/** @typedef {import('../../../ui/src/lib/backend/types/Reviewer.ts').Reviewer} Reviewer */
/** @typedef {'audit' | 'move_audit_key' | 'audit_pack' | 'office' | 'set_office' | 'paper' | 'case_file'} Ours */
/** @typedef {{ [O in Ours]: (request: Operations[O][0]) => Operations[O][1] | Promise<Operations[O][1]> }} Papers */

/**
 * @param {{ reviewers: Reviewer[], refuse: (message: string) => Error }} options
 * @returns {Papers}
 */
export function mockPapers({ reviewers, refuse }) {
  /** @type {Operations['office'][1]} */
  let office = {
    settings: {
      name: '',
      address: '',
      department: '',
      telephone: '',
      email: '',
      signer: '',
      numbering: '{year}-{number:4}',
      objection: '',
    },
    revision: 0,
    changed_by: null,
    changed_at: null,
  };
  /** @type {Operations['audit'][1]['key']['place']} */
  let place = 'file';

  /** @param {string} reviewer */
  function administrator(reviewer) {
    const person = reviewers.find(({ id, name }) => id === reviewer || name === reviewer);
    if (person?.role !== 'administrator') throw refuse('관리자만 바꿀 수 있습니다.');
    return person;
  }

  /** @returns {Operations['audit'][1]} */
  const report = () => ({
    intact: true,
    entries: 128,
    first_bad: null,
    reason: '',
    kind: null,
    at: null,
    remedy: '',
    anchored: 128,
    anchored_at: new Date().toISOString(),
    head: `128:${'4f'.repeat(32)}`,
    key: { place, known: true, problem: '' },
    key_warning: place === 'file' ? 'the audit key lies beside the log' : '',
    public_key: 'a7'.repeat(32),
    records: 512,
    bound: 1024,
    bound_since: 0,
    checked_from: 0,
    faults: [],
    limits: '',
    unbound: [],
  });

  /** @param {string} name @param {string} ending */
  const file = (name, ending) => ({
    name: `${name}.${ending}`,
    media_type: 'text/plain',
    base64: 'b2s=',
  });

  return {
    audit: report,
    move_audit_key: ({ to, reviewer }) => {
      administrator(reviewer);
      place = to;
      return report();
    },
    audit_pack: ({ cases }) => file(`감사묶음-${cases.length}`, 'zip'),
    office: () => office,
    set_office: ({ settings, revision, reviewer }) => {
      const by = administrator(reviewer);
      if (revision !== office.revision) throw refuse('그사이 다른 사람이 바꾸었습니다.');
      if (!settings.numbering.includes('{number'))
        throw refuse('office numbering: {number}가 없습니다.');
      office = {
        settings,
        revision: revision + 1,
        changed_by: by,
        changed_at: new Date().toISOString(),
      };
      return office;
    },
    paper: ({ case_id, kind, format }) => {
      if (format === 'eml' && office.settings.email === '') {
        throw refuse('office: a message needs the office’s name and email');
      }
      return file(`${kind}-${case_id}`, format);
    },
    case_file: ({ case_id, format }) => file(`사건기록-${case_id}`, format),
  };
}
