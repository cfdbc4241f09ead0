// @ts-check
// Prompts, the file of keys and the log of outside calls, in memory.

/** @typedef {import('../../../ui/src/lib/backend/types/ErrorBody.ts').ErrorBody} ErrorBody */
/** @typedef {import('../../../ui/src/lib/backend/backend.ts').Operations} Operations */
/** @typedef {import('../../../ui/src/lib/backend/types/ChatPrompt.ts').ChatPrompt} ChatPrompt */
/** @typedef {import('../../../ui/src/lib/backend/types/OutboundEntry.ts').OutboundEntry} OutboundEntry */
/** @typedef {import('../../../ui/src/lib/backend/types/PromptLine.ts').PromptLine} PromptLine */
/** @typedef {import('../../../ui/src/lib/backend/types/Reviewer.ts').Reviewer} Reviewer */
/** @typedef {'chat_prompts' | 'try_prompt' | 'set_prompt' | 'reset_prompt' | 'outbound_log' | 'key_file' | 'create_key_file' | 'open_key_file' | 'close_key_file' | 'delete_key_file'} Ours */
/** @typedef {{ [O in Ours]: (request: Operations[O][0]) => Operations[O][1] | Promise<Operations[O][1]> }} Outside */

const SHIPPED = '## 지시\n주장을 보십시오. <b>그대로</b>\n\n## 자료\n{{ ad | of("광고 원문") }}\n';

/** Line by line, as long as both have as many. @param {string} before @param {string} after @returns {PromptLine[]} */
function lines(before, after) {
  const [old, fresh] = [before.split('\n'), after.split('\n')];
  return fresh.flatMap((text, at) => {
    const was = old[at];
    /** @type {PromptLine} */
    const added = { kind: 'added', text };
    if (was === text) return [{ kind: /** @type {const} */ ('same'), text }];
    return was === undefined
      ? [added]
      : [{ kind: /** @type {const} */ ('removed'), text: was }, added];
  });
}

/** @param {number} seq @param {Partial<OutboundEntry>} over @returns {OutboundEntry} */
function entry(seq, over) {
  return {
    seq,
    at: '2026-11-22T01:00:00Z',
    action: 'outbound_call',
    subject: 'models.office.kr',
    kind: 'call',
    place: 'models.office.kr/v1/chat/completions',
    role: 'classification',
    sent: 3201,
    sha256: 'cd'.repeat(32),
    masked: { name: 1, phone: 2 },
    worked: true,
    problem: '',
    details: {},
    ...over,
  };
}

/** @type {ErrorBody} */
const KEYRING = {
  code: 'keyring_unusable',
  params: {},
  message: 'keyring: it cannot be reached (DBus error)',
};

/**
 * @param {{ reviewers: Reviewer[], refuse: (message: string) => Error }} options
 * @returns {Outside}
 */
export function mockOutside({ reviewers, refuse }) {
  /** @type {string | null} */
  let own = null;
  let file = { exists: false, open: false };
  let passphrase = '';

  /** @param {string} reviewer */
  function administrator(reviewer) {
    const person = reviewers.find(({ id, name }) => id === reviewer || name === reviewer);
    if (person?.role !== 'administrator') throw refuse('관리자만 바꿀 수 있습니다.');
  }

  /** @returns {ChatPrompt} */
  const prompt = () => ({
    name: 'classification',
    version: 1,
    sha256: (own === null ? 'ab' : 'ef').repeat(32),
    text: own ?? SHIPPED,
    shipped_version: 1,
    shipped_sha256: 'ab'.repeat(32),
    own: own !== null,
    own_text: own,
    left_out: '',
    changes: own === null ? [] : lines(SHIPPED, own),
    can_change: true,
    role: true,
  });

  /** @param {string} text */
  const wrong = (text) =>
    text.includes('| safe') ? 'classification.md:5: unknown filter: filter safe is unknown' : '';

  /** @param {string} message @returns {ErrorBody} */
  const promptFault = (message) => ({
    code: 'prompt_faulty',
    params: { path: 'classification.md', line: '5' },
    message,
  });

  const keyFile = () => ({
    ...file,
    path: '/desk/keys/api.keys',
    keyring: KEYRING.message,
    fault: KEYRING,
  });

  const log = [
    entry(9, {}),
    entry(8, {
      action: 'chat_call',
      subject: 'case-1',
      kind: 'question',
      place: 'office small',
    }),
    entry(7, {
      subject: 'www.law.go.kr',
      place: 'www.law.go.kr/DRF/lawSearch.do',
      role: null,
      sent: 0,
      sha256: null,
      masked: {},
      worked: false,
      problem: 'HTTP 503',
    }),
  ];

  return {
    chat_prompts: () => [prompt()],
    try_prompt: ({ text, ask }) => {
      const words = text ?? prompt().text;
      const problem = wrong(words);
      return {
        problem,
        fault: problem === '' ? null : promptFault(problem),
        changes: lines(SHIPPED, words),
        system: problem ? '' : '주장을 보십시오.',
        user: problem ? '' : '[광고 원문] <<ABCDEFGHIJ\n<i>완치</i>\nABCDEFGHIJ>>',
        tokens: problem ? 0 : 321,
        answer:
          ask && !problem
            ? {
                model: 'small',
                ms: 812.4,
                response: '<img src=x> V3입니다',
                problem: '',
                fault: null,
              }
            : null,
      };
    },
    set_prompt: ({ text, over, reviewer }) => {
      administrator(reviewer);
      const problem = wrong(text);
      if (problem) throw refuse(problem);
      if (over !== null && over !== prompt().sha256) throw refuse('그 사이에 바뀌었습니다.');
      own = text;
      return prompt();
    },
    reset_prompt: ({ reviewer }) => {
      administrator(reviewer);
      own = null;
      return prompt();
    },
    outbound_log: ({ kind, words, failed, before, limit }) =>
      log
        .filter((one) => kind === null || one.kind === kind)
        .filter((one) => words === null || `${one.place} ${one.subject}`.includes(words))
        .filter((one) => !failed || !one.worked)
        .filter((one) => before === null || one.seq < before)
        .slice(0, limit ?? 100),
    key_file: keyFile,
    create_key_file: (request) => {
      administrator(request.reviewer);
      if (request.passphrase.length < 12) throw refuse('the passphrase has too few characters');
      passphrase = request.passphrase;
      file = { exists: true, open: true };
      return keyFile();
    },
    open_key_file: (request) => {
      if (request.passphrase !== passphrase) throw refuse('the passphrase is wrong');
      file = { exists: true, open: true };
      return keyFile();
    },
    close_key_file: () => {
      file = { ...file, open: false };
      return keyFile();
    },
    delete_key_file: ({ reviewer }) => {
      administrator(reviewer);
      file = { exists: false, open: false };
      return keyFile();
    },
  };
}
