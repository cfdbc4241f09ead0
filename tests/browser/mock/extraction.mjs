// @ts-check
// The clinical facts of a text: the mock knows four words, an age and a blood pressure. 고장 is refused.

/** @typedef {import('../../../ui/src/lib/backend/types/Extraction').Extraction} Extraction */
/** @typedef {import('../../../ui/src/lib/backend/types/ClinicalItem').ClinicalItem} ClinicalItem */
/** @typedef {import('../../../ui/src/lib/backend/types/ClinicalMeasurement').ClinicalMeasurement} ClinicalMeasurement */
/** @typedef {import('../../../ui/src/lib/backend/types/ImportedLexicon').ImportedLexicon} ImportedLexicon */
/** @typedef {import('../../../ui/src/lib/backend/types/LexiconImport').LexiconImport} LexiconImport */
/** @typedef {import('../../../ui/src/lib/backend/types/RemoveLexicon').RemoveLexicon} RemoveLexicon */

/** @type {[ 'conditions' | 'symptoms' | 'medications', string][]} */
const KNOWN = [
  ['conditions', '모의병'],
  ['symptoms', '두통'],
  ['medications', '가상정'],
];

/** @param {(message: string) => Error} refuse */
export function mockExtraction(refuse) {
  /** @type {ImportedLexicon[]} */
  let imported = [];
  return {
    /** @param {{ text: string }} request @returns {Extraction} */
    extract({ text }) {
      if (text.trim() === '') throw refuse('text: nothing in it; give a sentence or a note');
      if (text.includes('고장')) throw refuse('어휘 파일을 읽지 못했습니다.');
      return read(text);
    },
    /** @param {LexiconImport} request @returns {ImportedLexicon} */
    lexicon_import(request) {
      const { source } = request;
      if (source === 'medcat' && request.cdb.includes('없는'))
        throw refuse(`${request.cdb}을 열 수 없습니다.`);
      const report = {
        source,
        imported_at: '2026-11-21T00:00:00Z',
        imported_by: request.reviewer,
        lines: 3,
        concepts: 2,
        korean: 1,
        english: 1,
        left_out: 1,
      };
      imported = [...imported.filter((it) => it.source !== source), report];
      return report;
    },
    lexicon_status: () => ({ own_concepts: 2000, imported, damaged: [] }),
    /** @param {RemoveLexicon} request */
    lexicon_remove({ source }) {
      imported = imported.filter((it) => it.source !== source);
      return null;
    },
  };
}

/** @param {string} text @returns {Extraction} */
function read(text) {
  /** @type {Extraction} */
  const slots = {
    warnings: [],
    demographics: { age: null, age_group: null, gender: null, is_pregnant: null },
    conditions: [],
    symptoms: [],
    medications: [],
    vitals: [],
    labs: [],
    allergies: [],
  };
  const age = /(\d+)세/.exec(text);
  if (age) {
    slots.demographics.age = Number(age[1]);
    slots.demographics.age_group = `${Math.floor(Number(age[1]) / 10) * 10}대`;
  }
  for (const [slot, name] of KNOWN) {
    const at = text.indexOf(name);
    if (at < 0) continue;
    const start = [...text.slice(0, at)].length;
    slots[slot].push(item(name, start, text.slice(at).includes('없')));
  }
  const pressure = /(\d{2,3})\/(\d{2,3})/.exec(text);
  if (pressure) slots.vitals.push(value(pressure, text));
  return slots;
}

/** @param {string} name @param {number} start @param {boolean} negated @returns {ClinicalItem} */
function item(name, start, negated) {
  return {
    name,
    status: negated ? 'negated' : 'active',
    negated,
    experiencer: 'patient',
    confidence: 0.97,
    text: name,
    start,
    end: start + [...name].length,
  };
}

/** @param {RegExpExecArray} found @param {string} text @returns {ClinicalMeasurement} */
function value(found, text) {
  const start = [...text.slice(0, found.index)].length;
  return {
    type: 'blood_pressure',
    name: '혈압',
    systolic: Number(found[1]),
    diastolic: Number(found[2]),
    unit: 'mmHg',
    status: 'active',
    experiencer: 'patient',
    plausible: true,
    confidence: 0.97,
    text: found[0],
    start,
    end: start + [...found[0]].length,
  };
}
