import type { Messages } from '../ko';

type Part = Pick<
  Messages,
  'product' | 'skip' | 'pages' | 'common' | 'status' | 'reviewer' | 'palette'
>;

/** The frame around every page. */
export const desk: Part = {
  product: 'Review Desk',
  skip: 'Skip to content',
  pages: {
    label: 'Jobs',
    review: 'Review',
    new: 'New',
    ask: 'Ask',
    prescription: 'Prescription',
    patients: 'Patients',
    corpora: 'Sources',
    coverage: 'Coverage',
    settings: 'Settings',
  },
  common: {
    loading: 'Loading…',
    retry: 'Try again',
    cancel: 'Cancel',
    close: 'Close',
    remove: 'Remove',
    restore: 'Restore',
    copy: 'Copy',
    copied: 'Copied.',
    copyFailed: 'Could not copy. Select the text and copy it yourself.',
    download: 'Download',
    show: 'Show',
    hide: 'Hide',
    unreachable: 'The desk does not answer. Check that the program is running, then try again.',
    error: 'Error',
    unknownError:
      'Something went wrong that the desk has no words for. Try again; if it happens again, send this to your administrator.',
    details: 'Details',
    more: 'Show all',
    count: (n) => n,
  },
  status: {
    offline: 'Offline',
    outbound: 'Outside calls on',
    rules: 'rule engine',
    statutes: (n) => `${n} statutes`,
    checked: (day) => `as of ${day}`,
    digestsOnly: 'Digests of the law only — import the official text',
    damaged: 'Records are damaged — see the settings',
    readOnly: 'Read-only — nothing can be saved',
    lost: 'Connection lost — reconnecting',
    indexing: (n) => `indexing, ${n} pieces`,
    label: 'State of the desk',
  },
  reviewer: {
    label: 'Signing reviewer',
    choose: 'Choose a reviewer',
    addTitle: 'Register a reviewer',
    name: 'Name',
    nameHint: 'Every decision is signed with this name.',
    role: 'Role',
    firstHint:
      'Somebody has to look after settings and accounts. An administrator reviews and signs as well.',
    add: 'Register',
    added: (name) => `${name} is registered.`,
    needName: 'Enter a name.',
    noneYet: 'No reviewer is registered.',
    roles: { reviewer: 'Reviewer', pharmacist: 'Pharmacist', administrator: 'Administrator' },
  },
  palette: {
    open: 'Find cases, articles, pages',
    hint: 'Case number, wording or article',
    pages: 'Pages',
    cases: 'Cases',
    articles: 'Articles',
    nothing: 'Nothing found.',
    failed: 'The search failed.',
  },
};
