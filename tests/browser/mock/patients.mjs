// @ts-check
// Patients in memory: two invented ones, and whoever is added. Words in what is said choose what comes:
// 느린 (three seconds), 고장 (refused), 안녕 (a greeting), 다시 (out of the cache), 한꺼번에 (an emergency),
// 페니실린 (an allergy is named), 두통 (a symptom is remembered), 끊었 (a contradiction), 모델 (one was away), <…> (it comes back).
import { answered } from './patients_answers.mjs';
import { CALL } from './chat.mjs';
import { note, remember, summary, takeOut, viewed, wording } from './patients_memory.mjs';
import { invented, item, known, now } from './patients_people.mjs';

/** @typedef {import('../../../ui/src/lib/backend/backend.ts').Operations} Operations */
/** @typedef {import('./patients_people.mjs').Known} Known */
/** @typedef {import('../../../ui/src/lib/backend/types/ConsultResponse.ts').ConsultResponse} ConsultResponse */
/** @typedef {import('../../../ui/src/lib/backend/types/DeskEvent.ts').DeskEvent} DeskEvent */
/** @typedef {import('../../../ui/src/lib/backend/types/TurnChanges.ts').TurnChanges} TurnChanges */
/** @typedef {'patients' | 'patient' | 'add_patient' | 'import_patient' | 'rename_patient' | 'forget_patient' | 'patient_history' | 'patient_turns' | 'confirm_patient_item' | 'edit_patient_item' | 'delete_patient_item' | 'write_patient_item' | 'consult' | 'consult_cache'} Ours */
/** @typedef {{ [O in Ours]: (request: Operations[O][0]) => Operations[O][1] | Promise<Operations[O][1]> }} Patients */

const SLOW = 3000;
/** @type {TurnChanges} */
const NOTHING = { added: [], renewed: [], changed: [], conflicts: [], ignored: [] };

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

  /** @param {{ patient_id: string, item: number }} request */
  function itemOf(request) {
    const one = get(request.patient_id);
    const found = one.items.find(({ id }) => id === request.item);
    if (!found) throw refuse(`항목 i${request.item}이(가) 없습니다.`);
    return { one, found };
  }

  /** @param {Operations['consult'][0]} request @returns {Promise<ConsultResponse>} */
  async function consult({ patient, text, mode, engine, ask_id }) {
    const one = get(patient);
    if (ask_id) tell({ type: 'ask_step', ask_id, node: 'retrieve', ms: null });
    if (text.includes('느린')) await new Promise((resolve) => setTimeout(resolve, SLOW));
    if (text.includes('고장')) throw refuse('문서를 읽지 못했습니다. 다시 시도하세요.');
    const greeting = text.includes('안녕');
    const cached = text.includes('다시');
    asked += 1;
    if (cached) hits += 1;
    const how = { greeting, cached, plain: mode === 'plain', chat: engine === 'chat' };
    const response = answered(one, text, how);
    const remembers = !greeting && !cached && !how.plain;
    const changes = remembers ? remember(one, text) : NOTHING;
    response.remembered = changes.added.map(({ shown }) => shown);
    const { answer, ...shown } = response;
    one.turns.push({
      turn: one.turns.length + 1,
      conversation: 'conversation-2',
      at: now(),
      text,
      changes,
      remembered: !how.plain,
      answer: { ...shown, text: answer, cache_hit: cached },
      model_calls: how.chat ? [CALL] : [],
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
    import_patient: ({ file, bundle, name }) => {
      if (!bundle.startsWith('{')) throw refuse(`${file}은 JSON 파일이 아닙니다.`);
      serial += 1;
      const id = `0194f0bb-0000-7000-8000-${String(serial).padStart(12, '0')}`;
      const allergy = { id: 1, slot: /** @type {const} */ ('conditions'), name: '페니실린' };
      const items = [item({ ...allergy, shown: '페니실린', standing: 'allergy' })];
      patients.set(id, known(id, free(name ?? '가져온 환자'), items));
      return {
        ...summary(get(id)),
        items: 1,
        allergies: 1,
        by_slot: {},
        left_out: { Encounter: 2, Observation: 1 },
        omissions: [
          {
            resource: 'Encounter',
            reason: 'unsupported_resource',
            text: '읽지 않는 종류의 자료입니다',
            count: 2,
            names: [],
          },
          {
            resource: 'Observation',
            reason: 'no_unit',
            text: '단위가 없는 수치입니다',
            count: 1,
            names: ['Creatinine: 1.8'],
          },
        ],
      };
    },
    rename_patient: ({ patient_id, name }) => {
      const one = get(patient_id);
      one.name = free(name);
      return summary(one);
    },
    forget_patient: ({ patient_id }) => {
      const { id, items, turns } = get(patient_id);
      patients.delete(id);
      return { id, items: items.length, turns: turns.length, questions: 0, log_emptied: true };
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
