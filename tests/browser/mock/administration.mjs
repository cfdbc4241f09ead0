// @ts-check
// What only administrators decide, in memory: outside calls, the key, law updates, models.

/** @typedef {import('../../../ui/src/lib/backend/backend.ts').Operations} Operations */
/** @typedef {import('../../../ui/src/lib/backend/types/DeskEvent.ts').DeskEvent} DeskEvent */
/** @typedef {import('../../../ui/src/lib/backend/types/ModelView.ts').ModelView} ModelView */
/** @typedef {import('../../../ui/src/lib/backend/types/Reviewer.ts').Reviewer} Reviewer */
/** @typedef {import('../../../ui/src/lib/backend/types/SearchProfile.ts').SearchProfile} SearchProfile */
/** @typedef {'outbound_settings' | 'set_outbound_settings' | 'onnx_settings' | 'set_onnx_settings' | 'onnx_runtime' | 'search_models' | 'set_search_models' | 'search_profiles' | 'shipped_search_profiles' | 'set_search_profiles' | 'keys' | 'has_key' | 'set_key' | 'remove_key' | 'law_updates' | 'find_laws' | 'update_laws' | 'drug_updates' | 'update_drugs' | 'cancel_update' | 'models' | 'verify_model' | 'add_model' | 'remove_model' | 'download_model' | 'cancel_download'} Ours */
/** @typedef {{ [O in Ours]: (request: Operations[O][0]) => Operations[O][1] | Promise<Operations[O][1]> }} Administration */

/** @type {import('../../../ui/src/lib/backend/types/ErrorBody.ts').ErrorBody} */
const NO_LAW = {
  code: 'law_service_refused',
  params: {},
  message: 'law.go.kr: no document has this title',
};

/** @type {import('../../../ui/src/lib/backend/types/ErrorBody.ts').ErrorBody} */
const NO_DRUG_KEY = {
  code: 'drug_key_refused',
  params: { service: 'DUR 성분 노인주의' },
  message: 'data.go.kr DUR 성분 노인주의, page 1: refused: 30',
};

/**
 * @param {string} key @param {string} name
 * @param {Partial<import('../../../ui/src/lib/backend/types/DrugServiceView.ts').DrugServiceView>} over
 * @returns {import('../../../ui/src/lib/backend/types/DrugServiceView.ts').DrugServiceView}
 */
const drugService = (key, name, over = {}) => ({
  key,
  name,
  group: 'dur_ingredient',
  followed: false,
  changes_only: false,
  large: false,
  complete: null,
  rows: null,
  interrupted: null,
  ...over,
});

/**
 * The result for a service: the key is refused for 노인주의, and all others have new rows.
 * @param {{ key: string, name: string }} service @param {boolean} check
 * @returns {Operations['update_drugs'][1]['services'][number]}
 */
function drugUpdate({ key, name }, check) {
  const failed = name.includes('노인주의');
  return {
    key,
    name,
    state: failed ? 'failed' : 'new',
    rows: failed ? 0 : 230,
    new_pages: failed || check ? 0 : 2,
    unchanged_pages: failed || check ? 0 : 1,
    gone_pages: 0,
    since: null,
    problem: failed ? NO_DRUG_KEY.message : '',
    fault: failed ? NO_DRUG_KEY : null,
  };
}

/** @returns {Operations['shipped_search_profiles'][1]} */
const shippedProfiles = () => ({
  routing: true,
  profiles: [
    profile('search', { lexical: 50, dense: 50, fusion: 'weighted_scores', k: null, rerank: 100 }),
    profile('review', { rerank: 15, results: [5] }),
    profile('pharmacy', { fusion: 'weighted_scores', k: null, weights: [0.8, 0.2], minimum: 0.01 }),
    profile('counsel', { lexical: 50, dense: 50, rerank: 50, results: [0, 3, 8, 15] }),
  ],
});

/** @param {string} id @param {Partial<SearchProfile>} over @returns {SearchProfile} */
function profile(id, over) {
  return {
    id,
    lexical: 20,
    dense: 20,
    fusion: 'reciprocal_rank',
    k: 60,
    weights: [1, 1],
    rerank: 20,
    results: [10],
    minimum: null,
    ...over,
  };
}

/** Passages that a chosen encoder makes vectors of. */
const PASSAGES = 8;

/** @param {string} id @param {Partial<ModelView>} over @returns {ModelView} */
function model(id, over) {
  return {
    id,
    name: id,
    role: 'encoder',
    licence: 'Apache-2.0',
    source: `https://models.example/${id}`,
    note: '',
    size: null,
    state: 'missing',
    problems: [],
    known: true,
    downloadable: false,
    hosts: [],
    used: false,
    ...over,
  };
}

/**
 * @param {{ reviewers: Reviewer[], tell: (event: DeskEvent) => void, refuse: (message: string) => Error }} options
 * @returns {Administration}
 */
export function mockAdministration({ reviewers, tell, refuse }) {
  /** @type {Operations['outbound_settings'][1]} */
  let outbound = {
    settings: {
      enabled: false,
      hosts: [],
      proxy: null,
      law_service: null,
      laws: [],
      drug_service: null,
      drug_data: [],
    },
    revision: 0,
    changed_by: null,
    changed_at: null,
  };
  /** @type {Operations['onnx_settings'][1]} */
  let onnx = {
    settings: { library: null, provider: null },
    revision: 0,
    changed_by: null,
    changed_at: null,
  };
  /** @type {Operations['search_models'][1]} */
  let chosen = {
    settings: { encoder: null, reranker: null, offline_minimum: null, offline_out_of_scope: null },
    revision: 0,
    changed_by: null,
    changed_at: null,
  };
  /** @type {Operations['search_profiles'][1]} */
  let profiles = { settings: shippedProfiles(), revision: 0, changed_by: null, changed_at: null };
  /** @type {ModelView[]} */
  let models = [
    model('bge-m3-ko', { name: 'BGE-m3-ko', note: '가장 크고 가장 잘 찾습니다.' }),
    model('작은-모델', {
      name: '작은 모델',
      downloadable: true,
      size: 12_000_000,
      hosts: ['models.example'],
    }),
    model('old-reranker', {
      name: '옛 순위 모델',
      role: 'reranker',
      licence: 'MIT',
      size: 4_400_000,
      state: 'damaged',
      problems: ['model.onnx has 3 bytes instead of 4400000'],
      known: false,
    }),
  ];
  let drugServices = [
    drugService('label', 'e약은요', { group: 'label', interrupted: { done: 1, total: 3 } }),
    drugService('permit', '의약품 제품 허가', { group: 'permit', changes_only: true }),
    drugService('dur-ingredient-combination', 'DUR 성분 병용금기'),
    drugService('dur-ingredient-elderly', 'DUR 성분 노인주의'),
    drugService('dur-product-combination', 'DUR 품목 병용금기', {
      group: 'dur_product',
      large: true,
    }),
  ];
  /** Names of the stored keys. @type {Set<string>} */
  const stored = new Set();
  let cancelled = false;

  /** @param {string} reviewer */
  function administrator(reviewer) {
    const person = reviewers.find(({ id, name }) => id === reviewer || name === reviewer);
    if (person?.role !== 'administrator') throw refuse('관리자만 바꿀 수 있습니다.');
    return person;
  }

  /** @template T @param {{ settings: T, revision: number, reviewer: string }} change @param {{ revision: number }} now */
  function changed(change, now) {
    const by = administrator(change.reviewer);
    if (change.revision !== now.revision) throw refuse('그사이 다른 사람이 바꾸었습니다.');
    return {
      settings: change.settings,
      revision: now.revision + 1,
      changed_by: by,
      changed_at: new Date().toISOString(),
    };
  }

  /** @param {string} name @returns {Operations['has_key'][1]} */
  const keyView = (name) => ({
    name,
    state: stored.has(name) ? 'stored' : 'absent',
    problem: '',
    fault: null,
  });

  /** What prevents calls to a host. @param {string} host @param {string} key */
  function obstaclesTo(host, key) {
    const { enabled, hosts } = outbound.settings;
    /** @type {Operations['law_updates'][1]['obstacles']} */
    const obstacles = [];
    if (!enabled) obstacles.push('off');
    if (!hosts.includes(host)) obstacles.push('host');
    if (!stored.has(key)) obstacles.push('key');
    return obstacles;
  }

  /** @param {string} id @param {Partial<ModelView>} over */
  function change(id, over) {
    models = models.map((one) => (one.id === id ? { ...one, ...over } : one));
    tell({ type: 'models_changed' });
    const found = models.find((one) => one.id === id);
    if (!found) throw refuse(`모델 ${id}이(가) 없습니다.`);
    return found;
  }

  /** Like the desk, behind everything else. */
  async function embed() {
    for (let done = 0; done <= PASSAGES; done += 1) {
      tell({ type: 'embedding', done, of: PASSAGES });
      await pause();
    }
  }

  const pause = () => new Promise((resolve) => setTimeout(resolve, 250));

  return {
    outbound_settings: () => outbound,
    set_outbound_settings: (request) => {
      if (request.settings.hosts.some((host) => !/^[\w.:/-]+$/.test(host))) {
        throw refuse('이것은 호스트가 아닙니다.');
      }
      outbound = changed(request, outbound);
      return outbound;
    },
    onnx_settings: () => onnx,
    set_onnx_settings: (request) => {
      onnx = changed(request, onnx);
      return onnx;
    },
    onnx_runtime: () => ({
      library: 'models/fetched/onnxruntime/libonnxruntime.so',
      version: '1.24.4',
      build: 'git-branch=rel-1.24.4',
      providers: [
        { provider: 'CUDA', taken: false, reason: 'not in this build of ONNX Runtime' },
        { provider: 'CPU', taken: true, reason: 'always there' },
      ],
      problem: '',
    }),
    search_models: () => chosen,
    set_search_models: (request) => {
      const { encoder, reranker } = request.settings;
      chosen = changed(request, chosen);
      models = models.map((one) => ({ ...one, used: [encoder, reranker].includes(one.id) }));
      tell({ type: 'models_changed' });
      if (encoder) void embed();
      return chosen;
    },
    search_profiles: () => profiles,
    shipped_search_profiles: shippedProfiles,
    set_search_profiles: (request) => {
      const deep = request.settings.profiles.find(({ lexical }) => lexical > 1000);
      if (deep) throw refuse('낱말로 찾는 건수가 범위를 벗어났습니다.');
      profiles = changed(request, profiles);
      return profiles;
    },
    keys: () => ['law.go.kr', 'data.go.kr'].map(keyView),
    has_key: ({ name }) => keyView(name),
    set_key: ({ name, reviewer }) => {
      administrator(reviewer);
      stored.add(name);
      return keyView(name);
    },
    remove_key: ({ name, reviewer }) => {
      administrator(reviewer);
      stored.delete(name);
      return keyView(name);
    },
    law_updates: () => {
      const { laws } = outbound.settings;
      const obstacles = obstaclesTo('www.law.go.kr', 'law.go.kr');
      if (laws.length === 0) obstacles.push('laws');
      return {
        laws: laws.map((law) => ({ law, versions: 1, newest: '2026-01-01' })),
        host: 'www.law.go.kr',
        obstacles,
        running: false,
      };
    },
    find_laws: ({ collection, words }) => ({
      total: 2,
      laws: ['법', '법 시행령'].map((end, index) => ({
        collection,
        title: `${words}${end}`,
        serial: String(100 + index),
        effective: '20260301',
        announced: '20260101',
      })),
    }),
    update_laws: async ({ check }) => {
      cancelled = false;
      const { laws } = outbound.settings;
      /** @type {Operations['update_laws'][1]['laws']} */
      const done = [];
      for (const { title } of laws) {
        tell({
          type: 'law_update',
          progress: { title, done: done.length, total: laws.length },
        });
        await pause();
        if (cancelled) break;
        const failed = title.includes('없는');
        done.push({
          title,
          state: failed ? 'failed' : 'new',
          new: failed ? 0 : 1,
          unchanged: failed ? 0 : 2,
          problem: failed ? NO_LAW.message : '',
          fault: failed ? NO_LAW : null,
        });
      }
      const imported = {
        documents: done.filter(({ state }) => state === 'new').length,
        articles: 12,
        chunks: 30,
        unchanged: 0,
        quarantined: [],
        took_ms: 30,
        cancelled: false,
      };
      const report = {
        laws: done,
        check,
        cancelled,
        imported: check || cancelled ? null : imported,
      };
      tell({ type: 'laws_updated', report });
      return report;
    },
    drug_updates: () => {
      const { drug_data } = outbound.settings;
      const obstacles = obstaclesTo('apis.data.go.kr', 'data.go.kr');
      if (drug_data.length === 0) obstacles.push('services');
      return {
        services: drugServices.map((it) => ({ ...it, followed: drug_data.includes(it.key) })),
        host: 'apis.data.go.kr',
        obstacles,
        running: false,
      };
    },
    update_drugs: async ({ check }) => {
      cancelled = false;
      /** @type {Operations['update_drugs'][1]['services']} */
      const services = [];
      for (const service of drugServices) {
        if (!outbound.settings.drug_data.includes(service.key)) continue;
        for (const done of [0, 1, 2]) {
          if (check) continue;
          tell({ type: 'drug_update', progress: { title: service.name, done, total: 3 } });
          await pause();
        }
        if (cancelled) break;
        services.push(drugUpdate(service, check));
      }
      drugServices = drugServices.map((it) => ({
        ...it,
        complete:
          !check &&
          !cancelled &&
          services.some(({ key, state }) => key === it.key && state === 'new')
            ? '2026-11-20'
            : it.complete,
        rows: 230,
      }));
      const imported = {
        documents: 230,
        articles: 0,
        chunks: 1400,
        unchanged: 0,
        quarantined: [],
        took_ms: 30,
        cancelled: false,
      };
      const report = {
        services,
        check,
        cancelled,
        imported: check || cancelled ? null : imported,
      };
      tell({ type: 'drugs_updated', report });
      return report;
    },
    cancel_update: () => {
      cancelled = true;
      return null;
    },
    models: () => models,
    verify_model: ({ id }) => {
      const found = models.find((one) => one.id === id);
      const intact = found?.state === 'installed';
      if (intact) return { id, intact, problem: '', fault: null };
      const message = `${id}: model.onnx has changed`;
      const fault = {
        code: /** @type {const} */ ('model_unusable'),
        params: { model: id },
        message,
      };
      return { id, intact, problem: message, fault };
    },
    add_model: ({ folder, id }) => {
      if (!folder.startsWith('/')) throw refuse(`${folder}: model.toml이 없습니다.`);
      const added = change(id ?? 'bge-m3-ko', {
        state: 'installed',
        size: 9_000_000,
        problems: [],
      });
      return { model: added, unchecked: ['model.onnx'] };
    },
    remove_model: ({ id }) => {
      change(id, { state: 'missing', problems: [] });
      models = models.filter(({ known, state }) => known || state !== 'missing');
      return models;
    },
    download_model: async ({ id }) => {
      for (const received of [4_000_000, 8_000_000]) {
        const progress = { id, file: 'model.onnx', received, total: 12_000_000 };
        tell({ type: 'model_download', progress });
        await pause();
      }
      return { model: change(id, { state: 'installed' }), unchecked: [] };
    },
    cancel_download: () => null,
  };
}
