// @ts-check
// What the mock desk remembers of a patient, changes, and shows of it.
import { HOUR, item, now } from './patients_people.mjs';

/** @typedef {import('./patients_people.mjs').Known} Known */
/** @typedef {import('../../../ui/src/lib/backend/types/PatientEvent.ts').PatientEvent} PatientEvent */
/** @typedef {import('../../../ui/src/lib/backend/types/PatientItem.ts').PatientItem} PatientItem */
/** @typedef {import('../../../ui/src/lib/backend/types/PatientView.ts').PatientView} PatientView */
/** @typedef {import('../../../ui/src/lib/backend/types/TurnChanges.ts').TurnChanges} TurnChanges */

/** @param {Known} one @param {PatientItem} of @param {PatientEvent['happening']} happening @param {string | null} by */
export function note(one, of, happening, by) {
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

/** @param {Known} one @param {PatientItem} gone */
export function takeOut(one, gone) {
  one.items = one.items.filter((other) => other !== gone);
  one.conflicts = one.conflicts.filter(
    ({ newer, older }) => newer !== gone.id && older !== gone.id,
  );
}

/** What a turn says, remembered. @param {Known} one @param {string} text @returns {TurnChanges} */
export function remember(one, text) {
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
  const taken = one.items.find(({ name, standing }) => name === '가상정' && standing === 'active');
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

/** @param {Known} one */
export function summary({ id, name, turns, created_at, updated_at }) {
  return { id, name, turns: turns.length, created_at, updated_at };
}

/** @param {PatientItem} of */
export function wording({ name, value, standing, shown }) {
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
export function viewed(one) {
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
