import type { Messages } from '../ko';

type Part = Pick<Messages, 'coverage'>;

export const coverage: Part = {
  coverage: {
    title: 'Coverage',
    hint: 'Name insurers and a coverage: values are found in the imported documents, each with its page and words.',
    question: 'Question',
    example: 'Insurers and a coverage, in Korean',
    ask: 'Ask',
    fresh: 'New conversation',
    state: {
      RESOLVED: 'Coverage known',
      UNRESOLVED: 'Choose a coverage',
      INVALID: 'No such coverage',
    },
    scope: 'Insurers',
    scopeHint: 'Without a choice, those the question names; without any, all.',
    choose: 'Which coverage?',
    table: 'Comparison',
    item: 'Item',
    differs: 'differs',
    none: 'not found',
    evidence: (doc: string, page: string) => `${doc} p. ${page}`,
    openEvidence: (doc: string, page: string, label: string) => `${label}: show ${doc} p. ${page}`,
    confidence: { high: 'certain', medium: 'fair', low: 'low', none: 'no evidence' },
    conflicts: 'Other documents say',
    parts: 'Sold in parts',
    pages: 'Pages found',
    policy: 'Pages of the terms',
    csv: 'Save as CSV',
    html: 'Save as HTML',
    pdf: 'Save as PDF',
    imported: (insurers: string, pages: string) => `${insurers} insurers, ${pages} pages`,
    nothing: 'Nothing to compare was imported yet.',
    import: 'Import',
    folder: 'Path of the folder',
    folderHint:
      'A folder with insurers.csv, coverage_standard.csv, coverage_alias.csv and documents/INSURER/DOCTYPE/. It replaces what was imported before.',
    importNow: 'Import',
    done: (documents: string, pages: string) => `${documents} documents (${pages} pages) imported.`,
    quarantined: (n: string) => `${n} quarantined`,
  },
};
