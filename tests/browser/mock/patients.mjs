// @ts-check
// Patients in memory: two invented ones, and whoever is added. Words in what is said choose what comes:
// 느린 (three seconds), 고장 (refused), 안녕 (a greeting: nothing is kept), 다시 (out of the cache), 한꺼번에 (an emergency),
// 페니실린 (an allergy is named), 두통 (a symptom is remembered), 끊었 (a contradiction), <…> (it comes back).
import { CITATIONS, CLOSING } from './ask.mjs';

/** @typedef {import('../../../ui/src/lib/backend/backend.ts').Operations} Operations */
/** @typedef {import('../../../ui/src/lib/backend/types/DeskEvent.ts').DeskEvent} DeskEvent */
/** @typedef {import('../../../ui/src/lib/backend/types/ConsultResponse.ts').ConsultResponse} ConsultResponse */
/** @typedef {import('../../../ui/src/lib/backend/types/ConsultWarning.ts').ConsultWarning} ConsultWarning */
/** @typedef {import('../../../ui/src/lib/backend/types/PatientEvent.ts').PatientEvent} PatientEvent */
/** @typedef {import('../../../ui/src/lib/backend/types/PatientItem.ts').PatientItem} PatientItem */
/** @typedef {import('../../../ui/src/lib/backend/types/PatientTurnView.ts').PatientTurnView} PatientTurnView */
/** @typedef {import('../../../ui/src/lib/backend/types/PatientView.ts').PatientView} PatientView */
/** @typedef {import('../../../ui/src/lib/backend/types/ProfileSlot.ts').ProfileSlot} ProfileSlot */
/** @typedef {import('../../../ui/src/lib/backend/types/TurnChanges.ts').TurnChanges} TurnChanges */
/** @typedef {'patients' | 'patient' | 'add_patient' | 'rename_patient' | 'forget_patient' | 'patient_history' | 'patient_turns' | 'confirm_patient_item' | 'edit_patient_item' | 'delete_patient_item' | 'write_patient_item' | 'consult' | 'consult_cache'} Ours */
/** @typedef {{ [O in Ours]: (request: Operations[O][0]) => Operations[O][1] | Promise<Operations[O][1]> }} Patients */
/**
 * @typedef {object} Known
 * @property {string} id
 * @property {string} name
 * @property {string} created_at
 * @property {string} updated_at
 * @property {PatientItem[]} items
 * @property {PatientView['conflicts']} conflicts
 * @property {PatientEvent[]} history
 * @property {PatientTurnView[]} turns
 */

const SLOW = 3000;
const HOUR = 3_600_000;
/** λ an hour, by slot (seed 003, 3.2.3.2). @type {Record<ProfileSlot, number>} */
const RATES = {
  demographics: 0,
  conditions: 0.001,
  symptoms: 0.02,
  medications: 0.005,
  vitals: 0.1,
  labs: 0.05,
};

/** @param {number} hours */
const before = (hours) => new Date(Date.now() - hours * HOUR).toISOString();
const now = () => new Date().toISOString();

/** @param {Pick<PatientItem, 'id' | 'slot' | 'name' | 'shown'> & Partial<PatientItem> & { hours?: number }} over @returns {PatientItem} */
function item({ hours = 1, ...over }) {
  const allergy = over.standing === 'allergy' || over.standing === 'no_allergy';
  return {
    value: { kind: 'plain' },
    standing: 'active',
    experiencer: 'patient',
    confidence: 0.93,
    first_said: before(hours),
    last_said: before(hours),
    first_turn: 1,
    last_turn: 1,
    checked: { state: 'no' },
    weight: 1,
    decay_per_hour: allergy ? 0 : RATES[over.slot],
    in_conflict: false,
    ...over,
  };
}

/** @param {string} id @param {string} name @param {PatientItem[]} items @returns {Known} */
function known(id, name, items) {
  return {
    id,
    name,
    created_at: before(80),
    updated_at: before(1),
    items,
    conflicts: [],
    history: items.map(({ id: which, first_said }) => ({
      item: which,
      happening: 'added',
      at: first_said,
      turn: 1,
      by: null,
      before: null,
    })),
    turns: [],
  };
}

function invented() {
  const first = known('0194f0aa-1111-7000-8000-0000000000a1', '가상 환자 하나', [
    item({
      id: 1,
      slot: 'demographics',
      name: 'age',
      shown: '65세',
      value: { kind: 'age', years: 65 },
      hours: 72,
    }),
    item({
      id: 2,
      slot: 'demographics',
      name: 'sex',
      shown: '남성',
      value: { kind: 'sex', sex: 'male' },
      hours: 72,
    }),
    item({
      id: 3,
      slot: 'conditions',
      name: '고혈압',
      code: 'I10',
      shown: '고혈압(10년)',
      value: { kind: 'plain', since: '10년' },
      hours: 72,
    }),
    item({
      id: 4,
      slot: 'conditions',
      name: '페니실린',
      shown: '페니실린',
      standing: 'allergy',
      hours: 72,
    }),
    item({
      id: 5,
      slot: 'medications',
      name: '가상정',
      shown: '가상정 5mg 하루 1회',
      value: { kind: 'drug', dose: '5mg', per_day: 1 },
      hours: 72,
    }),
    item({
      id: 6,
      slot: 'vitals',
      name: 'blood_pressure',
      shown: '혈압 140/90 mmHg',
      value: { kind: 'measured', name: '혈압', systolic: 140, diastolic: 90, unit: 'mmHg' },
      hours: 12,
    }),
    item({
      id: 7,
      slot: 'labs',
      name: 'hba1c',
      shown: '당화혈색소 8.2 %',
      value: { kind: 'measured', name: '당화혈색소', value: 8.2, unit: '%' },
      hours: 30,
    }),
    item({
      id: 8,
      slot: 'conditions',
      name: '위암',
      code: 'C16',
      shown: '어머니: 위암',
      standing: 'family',
      experiencer: '어머니',
      hours: 72,
    }),
  ]);
  first.turns.push({
    turn: 1,
    conversation: 'conversation-1',
    at: before(72),
    text: '65세 남자고 고혈압이 10년 됐어요. 페니실린 알레르기가 있습니다.',
    changes: {
      added: first.items.slice(0, 4).map(({ id, slot, shown }) => ({ item: id, slot, shown })),
      renewed: [],
      changed: [],
      conflicts: [],
      ignored: [{ text: '아버지 당뇨', why: 'other_person' }],
    },
    answer: {
      text: `지난번 답변입니다. [문서 1]\n\n${CLOSING}`,
      citations: [{ n: 1, chunk_id: 'chunk-drug-1', title: '가상정', section: '용법·용량' }],
      warnings: [],
      used: ['65세'],
      stopped_by: 'quality_met',
      cache_hit: false,
    },
  });
  const second = known('0194f0aa-2222-7000-8000-0000000000b2', '가상 환자 둘', [
    item({
      id: 1,
      slot: 'demographics',
      name: 'age',
      shown: '29세',
      value: { kind: 'age', years: 29 },
      hours: 5,
    }),
    item({
      id: 2,
      slot: 'demographics',
      name: 'pregnancy',
      shown: '임신 20주',
      value: { kind: 'pregnancy', state: 'yes', weeks: 20 },
      hours: 5,
    }),
  ]);
  return [first, second];
}

/** @param {{ tell: (event: DeskEvent) => void, refuse: (message: string) => Error }} desk @returns {Patients} */
export function mockPatients({ tell, refuse }) {
  /** @type {Map<string, Known>} */
  const patients = new Map(invented().map((one) => [one.id, one]));
  let serial = 0;
  let [asked, hits] = [0, 0];

  /** @param {string} id */
  function get(id) {
    const one = patients.get(id) ?? [...patients.values()].find(({ name }) => name === id);
    if (!one) throw refuse(`환자 ${id}을(를) 찾을 수 없습니다.`);
    return one;
  }

  /** @param {string} name */
  function free(name) {
    if ([...patients.values()].some((one) => one.name === name))
      throw refuse('다른 환자가 쓰는 이름입니다. 구별되는 이름을 적으십시오.');
    return name;
  }

  /** @param {Known} one @param {PatientItem} of @param {PatientEvent['happening']} happening @param {string | null} by */
  function note(one, of, happening, by) {
    one.updated_at = now();
    one.history.push({
      item: of.id,
      happening,
      at: now(),
      turn: by === null ? one.turns.length + 1 : null,
      by,
      before: happening === 'added' ? null : of.shown,
    });
  }

  /** @param {{ patient_id: string, item: number }} request */
  function itemOf(request) {
    const one = get(request.patient_id);
    const found = one.items.find(({ id }) => id === request.item);
    if (!found) throw refuse(`항목 i${request.item}이(가) 없습니다.`);
    return { one, found };
  }

  /** @param {Known} one @param {PatientItem} gone */
  function takeOut(one, gone) {
    one.items = one.items.filter((other) => other !== gone);
    one.conflicts = one.conflicts.filter(
      ({ newer, older }) => newer !== gone.id && older !== gone.id,
    );
  }

  /** What a turn says, remembered. @param {Known} one @param {string} text @returns {TurnChanges} */
  function remember(one, text) {
    /** @type {TurnChanges} */
    const changes = { added: [], renewed: [], changed: [], conflicts: [], ignored: [] };
    const turn = one.turns.length + 1;
    /** @param {Pick<PatientItem, 'slot' | 'name' | 'shown'> & Partial<PatientItem>} over */
    const add = (over) => {
      const next = Math.max(0, ...one.history.map(({ item: id }) => id)) + 1;
      const said = item({ id: next, first_turn: turn, last_turn: turn, hours: 0, ...over });
      one.items.push(said);
      note(one, said, 'added', null);
      changes.added.push({ item: said.id, slot: said.slot, shown: said.shown });
      return said;
    };
    const headache = one.items.find(({ name }) => name === '두통');
    if (text.includes('두통') && headache) {
      Object.assign(headache, { last_said: now(), last_turn: turn });
      changes.renewed.push({ item: headache.id, slot: headache.slot, shown: headache.shown });
    } else if (text.includes('두통')) add({ slot: 'symptoms', name: '두통', shown: '두통' });
    const taken = one.items.find(
      ({ name, standing }) => name === '가상정' && standing === 'active',
    );
    if (text.includes('끊었') && taken) {
      const stopped = add({
        slot: 'medications',
        name: '가상정',
        shown: '가상정 중단',
        standing: 'stopped',
        value: { kind: 'drug' },
      });
      const pair = { newer: stopped.id, older: taken.id };
      one.conflicts.push(pair);
      changes.conflicts.push(pair);
    }
    return changes;
  }

  /** @param {Operations['consult'][0]} request @returns {Promise<ConsultResponse>} */
  async function consult({ patient, text, mode, ask_id }) {
    const one = get(patient);
    if (ask_id) tell({ type: 'ask_step', ask_id, node: 'retrieve', ms: null });
    if (text.includes('느린')) await new Promise((resolve) => setTimeout(resolve, SLOW));
    if (text.includes('고장')) throw refuse('문서를 읽지 못했습니다. 다시 시도하세요.');
    const greeting = text.includes('안녕');
    const cached = text.includes('다시');
    asked += 1;
    if (cached) hits += 1;
    const response = answered(one, text, { greeting, cached, plain: mode === 'plain' });
    if (greeting || cached || mode === 'plain') return response;
    const changes = remember(one, text);
    response.remembered = changes.added.map(({ shown }) => shown);
    one.turns.push({
      turn: one.turns.length + 1,
      conversation: 'conversation-2',
      at: now(),
      text,
      changes,
      answer: {
        text: response.answer,
        citations: response.citations,
        warnings: response.warnings,
        used: response.used,
        stopped_by: response.stopped_by,
        cache_hit: false,
      },
    });
    one.updated_at = now();
    return response;
  }

  return {
    patients: ({ search }) =>
      [...patients.values()]
        .filter(({ id, name }) => name.includes(search ?? '') || id.startsWith(search ?? ''))
        .toSorted((a, b) => b.updated_at.localeCompare(a.updated_at))
        .map(summary),
    patient: ({ patient_id }) => viewed(get(patient_id)),
    add_patient: ({ name }) => {
      serial += 1;
      const id = `0194f0bb-0000-7000-8000-${String(serial).padStart(12, '0')}`;
      const added = { ...known(id, free(name), []), created_at: now(), updated_at: now() };
      patients.set(id, added);
      return summary(added);
    },
    rename_patient: ({ patient_id, name }) => {
      const one = get(patient_id);
      one.name = free(name);
      return summary(one);
    },
    forget_patient: ({ patient_id }) => {
      const { id, items, turns } = get(patient_id);
      patients.delete(id);
      return { id, items: items.length, turns: turns.length, log_emptied: true };
    },
    patient_history: ({ patient_id }) => get(patient_id).history,
    patient_turns: ({ patient_id }) => get(patient_id).turns,
    confirm_patient_item: (request) => {
      const { one, found } = itemOf(request);
      const by = request.reviewer ?? 'system';
      for (const { newer, older } of one.conflicts.filter((pair) =>
        [pair.newer, pair.older].includes(found.id),
      )) {
        const other = one.items.find(({ id }) => id === (newer === found.id ? older : newer));
        if (other) {
          note(one, other, 'set_aside', by);
          takeOut(one, other);
        }
      }
      note(one, found, 'confirmed', by);
      found.checked = { state: 'confirmed', by, at: now() };
      return viewed(one);
    },
    edit_patient_item: (request) => {
      const { one, found } = itemOf(request);
      const by = request.reviewer ?? 'system';
      note(one, found, 'edited', by);
      if (request.name) found.name = request.name;
      if (request.standing) found.standing = request.standing;
      if (request.value) found.value = request.value;
      found.shown = wording(found);
      found.checked = { state: 'edited', by, at: now() };
      return viewed(one);
    },
    delete_patient_item: (request) => {
      const { one, found } = itemOf(request);
      note(one, found, 'deleted', request.reviewer ?? 'system');
      takeOut(one, found);
      return viewed(one);
    },
    write_patient_item: (request) => {
      const one = get(request.patient_id);
      const id = Math.max(0, ...one.history.map(({ item: which }) => which)) + 1;
      const { slot, name, value, standing } = request;
      const by = request.reviewer ?? 'system';
      const written = item({
        id,
        slot,
        name,
        shown: name,
        value,
        standing,
        hours: 0,
        first_turn: 0,
        last_turn: 0,
      });
      written.shown = wording(written);
      written.checked = { state: 'edited', by, at: now() };
      one.items.push(written);
      note(one, written, 'added', by);
      return viewed(one);
    },
    consult,
    consult_cache: () => ({
      entries: 3,
      most: 1000,
      asked,
      hits,
      hit_rate: asked === 0 ? null : hits / asked,
      saved_ms: hits * 21,
      evicted: 0,
      outdated: 0,
    }),
  };
}

/** @param {Known} one */
function summary({ id, name, turns, created_at, updated_at }) {
  return { id, name, turns: turns.length, created_at, updated_at };
}

/** @param {PatientItem} of */
function wording({ name, value, standing, shown }) {
  const said =
    value.kind === 'measured'
      ? `${value.name} ${value.value ?? `${value.systolic}/${value.diastolic}`} ${value.unit}`
      : value.kind === 'age'
        ? `${value.years}세`
        : value.kind === 'drug'
          ? [name, value.dose, value.per_day ? `하루 ${value.per_day}회` : '']
              .filter(Boolean)
              .join(' ')
          : value.kind === 'plain'
            ? `${name}${value.since ? `(${value.since})` : ''}`
            : shown;
  return standing === 'stopped' ? `${said} 중단` : said;
}

/** @param {Known} one @returns {PatientView} */
function viewed(one) {
  const items = one.items.map((of) => ({
    ...of,
    weight: Math.exp((-of.decay_per_hour * (Date.now() - Date.parse(of.last_said))) / HOUR),
    in_conflict: one.conflicts.some(({ newer, older }) => newer === of.id || older === of.id),
  }));
  const person = items.filter(({ slot }) => slot === 'demographics');
  return structuredClone({
    ...summary(one),
    now: now(),
    person: {
      years: null,
      months: null,
      age_group: null,
      sex: null,
      pregnancy: null,
      nursing: null,
    },
    items,
    conflicts: one.conflicts,
    sections: [
      {
        key: 'demographics',
        title: '인구학적 정보',
        lines: person.map(({ id, shown }) => ({ item: id, text: shown, weight: 1 })),
      },
    ],
    summary: '',
  });
}

/** @param {Known} one @param {string} text @param {{ greeting: boolean, cached: boolean, plain: boolean }} how @returns {ConsultResponse} */
function answered(one, text, { greeting, cached, plain }) {
  const allergic =
    one.items.some(({ standing }) => standing === 'allergy') && text.includes('페니실린');
  const emergency = text.includes('한꺼번에') ? '바로 119에 연락하십시오.' : null;
  const markup = /<.*>/su.exec(text)?.[0] ?? null;
  /** @type {ConsultWarning[]} */
  const warnings = allergic
    ? [
        {
          rule: 'allergy',
          severity: 'urgent',
          text: '기록된 알레르기(페니실린)와 관련된 약입니다. 드시지 마십시오.',
          source: '이 환자의 기록',
          drug: '페니실린',
        },
      ]
    : [];
  /** @type {ConsultResponse['paragraphs']} */
  const paragraphs = greeting
    ? [{ kind: 'reply', text: `안녕하세요, ${one.name} 님.`, n: null }]
    : [
        ...(emergency ? [{ kind: 'warning', text: emergency, n: null }] : []),
        ...warnings.map((warning) => ({ kind: 'warning', text: warning.text, n: null })),
        { kind: 'lead', text: `${one.name} 님의 기록을 살펴 찾은 내용입니다.`, n: null },
        {
          kind: 'notice',
          text: '[병용금기] 가상정(기록된 복용약) + 모의정: 함께 쓰지 않습니다. [문서 2]',
          n: 2,
        },
        { kind: 'quote', text: '가상정은 하루 3정을 넘지 않습니다. [문서 1]', n: 1 },
        ...(markup ? [{ kind: 'quote', text: markup, n: null }] : []),
        { kind: 'closing', text: CLOSING, n: null },
      ];
  const loop = { retrieve: 3.2, generate_answer: 1.1, refine: 0.6, quality_check: 0.1 };
  return {
    answer: paragraphs.map((paragraph) => paragraph.text).join('\n\n'),
    paragraphs,
    warnings,
    slots: {},
    profile_summary: '',
    remembered: [],
    used: greeting || plain ? [] : one.items.slice(0, 3).map(({ shown }) => shown),
    complexity: greeting ? 'greeting' : 'moderate',
    k: greeting ? 0 : 8,
    cache: { hit: cached, similarity: cached ? 0.973 : null, saved_ms: cached ? 21 : null },
    quality: {
      grounding: greeting ? null : 1,
      completeness: greeting ? null : 0.5,
      accuracy: greeting ? null : 1,
      overall: greeting ? null : 0.85,
      by: greeting ? null : 'judge',
      length: null,
      evidence: null,
      personalisation: null,
    },
    iterations: greeting || cached ? 0 : 1,
    stopped_by: greeting
      ? 'no_retrieval'
      : cached
        ? 'cache_hit'
        : plain
          ? 'plain_mode'
          : 'quality_met',
    citations: greeting ? [] : CITATIONS.slice(0, 2),
    rewritten: greeting || cached ? [] : [['가상정', '고혈압']],
    tokens: { window: 8192, plan: {}, taken: {}, cut: 0 },
    mode: plain ? 'plain' : 'agent',
    flags: {},
    engine: 'rules',
    timings_ms: {
      check_similarity: 0.2,
      ...(cached
        ? {}
        : { classify_intent: 0.1, extract_slots: 0.4, store_memory: 1.3, assemble_context: 0.3 }),
      ...(greeting || cached ? {} : loop),
      store_response: 0.2,
      total: 8.1,
    },
  };
}
