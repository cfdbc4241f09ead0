// @ts-check
// Chat models, in memory: set by administrators, tested without a network, and their opinion of a case.

/** @typedef {import('../../../ui/src/lib/backend/backend.ts').Operations} Operations */
/** @typedef {import('../../../ui/src/lib/backend/types/Reviewer.ts').Reviewer} Reviewer */
/** @typedef {import('../../../ui/src/lib/backend/types/ChatOpinion.ts').ChatOpinion} ChatOpinion */
/** @typedef {'chat_settings' | 'set_chat_settings' | 'chat_state' | 'test_chat'} Ours */
/** @typedef {{ [O in Ours]: (request: Operations[O][0]) => Operations[O][1] | Promise<Operations[O][1]> }} Chat */

/** What a model says of a case in these pages. @type {ChatOpinion} */
export const OPINION = {
  played: [
    { role: 'claim_extraction', engine: 'chat:작은모델', problem: '' },
    { role: 'classification', engine: 'chat:작은모델', problem: '' },
    { role: 'drafting', engine: 'rules', problem: 'no answer in 60 s; the rules go on without it' },
    { role: 'verification', engine: 'chat:작은모델', problem: '' },
  ],
  claims: [],
  suspicions: [
    {
      kind: 'V13',
      text: '<b>대한민국 대상</b>',
      start: 0,
      end: 8,
      why: '상을 받았다고 내세웁니다. <img src=x>',
    },
  ],
  denials: [],
  wordings: [],
  objections: [{ about: 'balance', why: '증빙 자료를 묻지 않았습니다.' }],
  instructions: [],
};

/** The record of one of its calls. @type {import('../../../ui/src/lib/backend/types/ModelCall.ts').ModelCall} */
export const CALL = {
  role: 'classification',
  endpoint: 'local',
  model: '작은모델',
  prompt: { name: 'classification', version: 1, sha256: 'ab'.repeat(32) },
  at: '2026-11-22T01:00:00Z',
  ms: 812.4,
  request_sha256: 'cd'.repeat(32),
  sent: 3201,
  response: '{"judgements":[{"claim":"c1","kinds":["V13"],"why":"⟦이름1⟧님의 <b>추천</b>"}]}',
  rounds: 1,
  prompt_tokens: 900,
  completion_tokens: 60,
  estimated: false,
  masked: { name: 1, phone: 2 },
  problem: '',
  answer: null,
};

/**
 * @param {{ reviewers: Reviewer[], refuse: (message: string) => Error }} options
 * @returns {Chat}
 */
export function mockChat({ reviewers, refuse }) {
  /** @type {Operations['chat_settings'][1]} */
  let view = {
    settings: { endpoints: [], roles: [], tokens_per_day: null, at_once: 2 },
    revision: 0,
    changed_by: null,
    changed_at: null,
  };
  /** @param {string} address */
  const local = (address) => /^(https?:\/\/(127\.|localhost)|\/|model:)/.test(address);

  return {
    chat_settings: () => view,
    set_chat_settings: ({ settings, revision, reviewer }) => {
      const signer = reviewers.find(({ id, name }) => id === reviewer || name === reviewer);
      if (signer?.role !== 'administrator') throw refuse('관리자만 바꿀 수 있습니다.');
      if (revision !== view.revision) throw refuse('그 사이에 바뀌었습니다.');
      const odd = settings.endpoints.find(({ name }) => !/^[a-z0-9-]+$/.test(name));
      if (odd) throw refuse(`endpoint "${odd.name}": a name has 1 to 40 small letters`);
      view = {
        settings,
        revision: revision + 1,
        changed_by: signer,
        changed_at: '2026-11-22T01:00:00Z',
      };
      return view;
    },
    chat_state: () => ({
      endpoints: view.settings.endpoints.map(({ name, address }) => ({
        name,
        local: local(address),
        obstacle: local(address) ? '' : 'calls that leave this machine are off',
      })),
      used_today: view.settings.roles.length
        ? [{ role: 'classification', calls: 3, tokens: 4210 }]
        : [],
    }),
    test_chat: ({ endpoint, model }) => {
      const found = view.settings.endpoints.find(({ name }) => name === endpoint);
      if (!found || !local(found.address)) throw refuse('calls that leave this machine are off');
      return {
        endpoint,
        model: model ?? 'small',
        latency_ms: 12.4,
        models: ['small'],
        streaming: { works: true, detail: '7 pieces' },
        structured: { works: false, detail: 'no JSON object in it' },
        context_tokens: 8192,
      };
    },
  };
}
