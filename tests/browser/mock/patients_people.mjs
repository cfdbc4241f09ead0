// @ts-check
// The patients that the mock desk begins with, and what one is made of.
import { CLOSING } from './ask.mjs';

/** @typedef {import('../../../ui/src/lib/backend/types/PatientEvent.ts').PatientEvent} PatientEvent */
/** @typedef {import('../../../ui/src/lib/backend/types/PatientItem.ts').PatientItem} PatientItem */
/** @typedef {import('../../../ui/src/lib/backend/types/PatientTurnView.ts').PatientTurnView} PatientTurnView */
/** @typedef {import('../../../ui/src/lib/backend/types/PatientView.ts').PatientView} PatientView */
/** @typedef {import('../../../ui/src/lib/backend/types/ProfileSlot.ts').ProfileSlot} ProfileSlot */
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

export const HOUR = 3_600_000;
/** λ an hour, by slot. @type {Record<ProfileSlot, number>} */
const RATES = {
  demographics: 0,
  conditions: 0.001,
  symptoms: 0.02,
  medications: 0.005,
  habits: 0.001,
  reactions: 0,
  vitals: 0.1,
  labs: 0.05,
};

/** @param {number} hours */
export const before = (hours) => new Date(Date.now() - hours * HOUR).toISOString();
export const now = () => new Date().toISOString();

/** @param {Pick<PatientItem, 'id' | 'slot' | 'name' | 'shown'> & Partial<PatientItem> & { hours?: number }} over @returns {PatientItem} */
export function item({ hours = 1, ...over }) {
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
export function known(id, name, items) {
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

/** Two who do not exist. */
export function invented() {
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
  // As a desk of before kept it: fewer parts, a document that cannot be opened.
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
    remembered: true,
    model_calls: [],
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
