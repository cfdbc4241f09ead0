// @ts-check
// Several people on one queue, in memory: accounts, sessions, claims, second signatures, checks.

/** @typedef {import('../../../ui/src/lib/backend/backend.ts').Operations} Operations */
/** @typedef {import('../../../ui/src/lib/backend/types/AccountView.ts').AccountView} AccountView */
/** @typedef {import('../../../ui/src/lib/backend/types/CaseView.ts').CaseView} CaseView */
/** @typedef {import('../../../ui/src/lib/backend/types/Handling.ts').Handling} Handling */
/** @typedef {import('../../../ui/src/lib/backend/types/Reviewer.ts').Reviewer} Reviewer */
/** @typedef {'accounts' | 'add_account' | 'set_password' | 'disable_account' | 'enable_account' | 'set_role' | 'set_expertise' | 'sign_in' | 'sign_out' | 'work_settings' | 'set_work_settings' | 'claim' | 'release' | 'assign' | 'prioritise' | 'sign_second' | 'intake_paths' | 'cancel_intake' | 'watch_status' | 'checks' | 'check_case' | 'disagreements' | 'redraft' | 'retry_case' | 'reopen'} Ours */
/** @typedef {{ [O in Ours]: (request: Operations[O][0]) => Operations[O][1] }} People */

/**
 * @param {{
 *   reviewers: Reviewer[],
 *   checked: string,
 *   get: (id: string) => CaseView,
 *   change: (view: CaseView, over: Partial<CaseView['summary']>) => CaseView,
 *   refuse: (message: string, code?: import('../../../ui/src/lib/backend/types/ErrorCode.ts').ErrorCode, params?: Record<string, string>) => Error,
 * }} options
 * @returns {People & { signer: (name: string) => Reviewer }}
 */
export function mockPeople({ reviewers, checked, get, change, refuse }) {
  /** @type {Map<string, string>} */
  const passwords = new Map();
  /** @type {Map<string, Partial<AccountView>>} */
  const more = new Map();
  /** @type {string | null} */
  let signedIn = null;
  /** @type {Operations['work_settings'][1]} */
  let settings = {
    settings: {
      claim_minutes: 30,
      session_idle_minutes: 30,
      due_hours: { urgent: 4, high: 24, normal: 72, low: 168 },
      second_review: 'off',
      automatic_finish: 'allowed',
      check_one_in: 10,
      watched_folder: null,
      notify: true,
    },
    revision: 0,
    changed_by: null,
    changed_at: null,
  };
  /** @type {Operations['checks'][1]} */
  let checks = [
    {
      case_id: checked,
      excerpt: '진료시간 안내: 평일 오전 9시부터 오후 6시까지.',
      desk_verdict: '허용',
      confidence: 0.97,
      drawn_at: new Date().toISOString(),
      found: null,
    },
  ];
  /** @type {Operations['disagreements'][1]['entries']} */
  const entries = [];

  /** @param {string} name */
  function person(name) {
    const found = reviewers.find((one) => one.id === name || one.name === name);
    if (!found) throw refuse(`no reviewer is called ${name}`, 'reviewer_not_found', { name });
    return found;
  }

  /** @param {string} name */
  function signer(name) {
    const found = person(name);
    if (passwords.has(found.id) && signedIn !== found.id)
      throw refuse(`${found.name}: sign in`, 'sign_in');
    return found;
  }

  /** @param {Reviewer} one @returns {AccountView} */
  const account = (one) => ({
    ...one,
    has_password: passwords.has(one.id),
    disabled_at: null,
    blocked_until: null,
    expert: [],
    open_cases: 0,
    ...more.get(one.id),
  });

  /** @param {string} id @param {Partial<AccountView>} over */
  function changed(id, over) {
    more.set(id, { ...more.get(id), ...over });
    return account(person(id));
  }

  /** @param {string} id @param {Partial<Handling>} over */
  function handle(id, over) {
    const view = get(id);
    const { handling } = view.summary;
    if (!handling) throw refuse('case is not waiting for a decision', 'case_not_waiting');
    return change(view, { handling: { ...handling, ...over } });
  }

  return {
    signer,
    accounts: () => reviewers.map(account),
    add_account: ({ name, role }) => {
      const added = { id: `reviewer-${reviewers.length}`, name, role };
      reviewers.push(added);
      return account(added);
    },
    set_password: ({ account: name, password, current }) => {
      const { id } = person(name);
      const before = passwords.get(id);
      if (before !== undefined && before !== current) throw refuse('지금 비밀번호가 다릅니다.');
      if (password.length < 8) throw refuse('비밀번호는 8자 이상이어야 합니다.');
      passwords.set(id, password);
      signedIn = null;
      return account(person(id));
    },
    disable_account: ({ account: name, reviewer }) => {
      signer(reviewer);
      return changed(person(name).id, { disabled_at: new Date().toISOString() });
    },
    enable_account: ({ account: name, reviewer }) => {
      signer(reviewer);
      return changed(person(name).id, { disabled_at: null });
    },
    set_role: ({ account: name, role, reviewer }) => {
      signer(reviewer);
      person(name).role = role;
      return account(person(name));
    },
    set_expertise: ({ account: name, kinds, reviewer }) => {
      signer(reviewer);
      return changed(person(name).id, { expert: kinds });
    },
    sign_in: ({ reviewer, password }) => {
      const found = person(reviewer);
      if (passwords.get(found.id) !== password)
        throw refuse('this is not the password', 'wrong_password', { name: found.name });
      signedIn = found.id;
      return { session: `session-${found.id}`, reviewer: found, idle_minutes: 30 };
    },
    sign_out: () => {
      signedIn = null;
      return null;
    },
    work_settings: () => settings,
    set_work_settings: (request) => {
      const by = signer(request.reviewer);
      if (by.role !== 'administrator')
        throw refuse(`${by.name} is no administrator`, 'not_administrator', { name: by.name });
      settings = {
        settings: request.settings,
        revision: settings.revision + 1,
        changed_by: by,
        changed_at: new Date().toISOString(),
      };
      return settings;
    },
    claim: ({ case_id, reviewer }) => {
      const by = signer(reviewer);
      const held = get(case_id).summary.handling?.claim;
      if (held && held.by.id !== by.id)
        throw refuse('case is claimed', 'case_claimed', { name: held.by.name, until: held.until });
      const until = new Date(Date.now() + 30 * 60_000).toISOString();
      return handle(case_id, { claim: { by, until } });
    },
    release: ({ case_id, reviewer }) => {
      signer(reviewer);
      return handle(case_id, { claim: null });
    },
    assign: ({ case_id, to, reviewer }) => {
      signer(reviewer);
      return handle(case_id, {
        assigned_to: to === null ? null : person(to),
        assignment: to === null ? '' : 'hand',
      });
    },
    prioritise: ({ case_id, priority, due, reviewer }) => {
      signer(reviewer);
      const view = handle(case_id, { priority, due_at: due });
      return change(view, { overdue: due !== null && due < new Date().toISOString() });
    },
    sign_second: ({ case_id, act, note, reviewer }) => {
      const by = signer(reviewer);
      const view = structuredClone(get(case_id));
      const signed_at = new Date().toISOString();
      view.signatures.push({ act, reviewer: by, signed_at, verdict: null, note });
      const { handling } = view.summary;
      if (act !== 'agree') {
        const signed = act === 'withdraw' ? null : { act, by: by.name };
        return change(view, { handling: handling && { ...handling, signed } });
      }
      view.finalized_at = signed_at;
      return change(view, {
        status: 'completed',
        final_verdict: view.summary.verdict,
        handling: null,
      });
    },
    intake_paths: ({ paths }) => ({
      files: paths.length,
      unchanged: 0,
      cases: paths.length,
      problems: [],
      cancelled: false,
    }),
    cancel_intake: () => null,
    watch_status: () => ({
      folder: settings.settings.watched_folder,
      watching: true,
      problem: '',
      fault: null,
      files: [
        {
          path: '/받은 광고/나쁜 파일.jsonl',
          cases: 1,
          problem: 'line 2: expected value; write one JSON object a line',
          taken_at: new Date().toISOString(),
        },
      ],
    }),
    checks: ({ all }) => checks.filter(({ found }) => all || found === null),
    check_case: ({ case_id, agrees, verdict, note, reviewer }) => {
      const by = signer(reviewer);
      const at = new Date().toISOString();
      checks = checks.map((one) =>
        one.case_id === case_id
          ? { ...one, found: { reviewer: by, at, agrees, verdict, note } }
          : one,
      );
      if (!agrees)
        entries.push({
          kind: 'check',
          case_id,
          at,
          by: by.name,
          with: null,
          before: '허용',
          after: verdict,
          note,
          open: true,
        });
      return get(case_id);
    },
    disagreements: () => ({
      counts: {
        desk: 0,
        second: 0,
        check: entries.length,
        open: entries.length,
      },
      entries,
    }),
    redraft: ({ case_id, reviewer }) => {
      signer(reviewer);
      const view = { ...structuredClone(get(case_id)), grounds: [], run_id: 'run-redrafted' };
      return change(view, { reasons: ['reopened'] });
    },
    retry_case: ({ case_id }) =>
      change({ ...structuredClone(get(case_id)), failure: null }, { status: 'awaiting_review' }),
    reopen: ({ case_id, note, reviewer }) => {
      const view = structuredClone(get(case_id));
      view.reopenings.push({
        reviewer: signer(reviewer),
        at: new Date().toISOString(),
        previous_verdict: view.summary.final_verdict,
        note,
      });
      view.finalized_at = null;
      return change(view, {
        status: 'awaiting_review',
        final_verdict: null,
        reasons: ['reopened'],
        handling: { ...OPEN },
      });
    },
  };
}

/** A case that nobody has taken on. @type {Handling} */
export const OPEN = {
  priority: 'normal',
  due_at: null,
  assigned_to: null,
  assignment: '',
  claim: null,
  signed: null,
};
