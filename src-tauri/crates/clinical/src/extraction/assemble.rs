//! Puts mentions, values, demographics, times and doses of a text into the slots.

use std::ops::Range;

use super::ellipsis::AnnotatedText;
use super::named_drugs::surface_forms;
use super::{Extractor, NamedDrug};
use crate::allergies::answer::is_outgrown;
use crate::allergies::{Allergy, allergies};
use crate::assertion::Context;
use crate::assertion::cues::Cues;
use crate::events::doses::{
    HANDFUL, dose, dose_before, exceeds_what_was_due, frequency, habitual, seldom,
};
use crate::events::fever::{FEVER, NO_FEVER, end_fever, is_reported};
use crate::events::reactions::reactions;
use crate::events::times::{Time, attach, times};
use crate::lexicon::Slot;
use crate::mentions::kinds::with_kinds;
use crate::mentions::mention::{Mention, Recognition};
use crate::mentions::mentions;
use crate::mentions::treated::illness_of;
use crate::people::demographics::{demographics, facts};
use crate::people::people;
use crate::people::subject::{Turn, Weight, seen_from, seen_from_speaker, subject};
use crate::slots::confidence;
use crate::slots::correction::corrections;
use crate::slots::status::Status;
use crate::slots::{Frequency, Item, Measurement, Slots, Subject};
use crate::text::clauses::Clauses;
use crate::text::cue::contains;
use crate::text::letters::Text;
use crate::text::persons::Person;
use crate::text::words::STANDING;
use crate::values::blood_pressure::{Pressure, pressures};
use crate::values::comparator::{comparator, is_conditional, is_goal};
use crate::values::first_person::first_person_values;
use crate::values::isolated::isolated_values;
use crate::values::kidney::kidney_values;
use crate::values::meals::glucose;
use crate::values::measures::{Value, values};
use crate::values::nameless::{body_sizes, unnamed_values};
use crate::values::superseded::replace_superseded;

impl Extractor {
    /// The slots of a text in standard letters. `original` are the characters of the source, for the
    /// words of each item; `drugs` were found by the caller.
    pub(crate) fn slots(&self, text: &Text, original: &[char], drugs: &[NamedDrug]) -> Slots {
        let mut found = self.tagger.find(text);
        found.extend(surface_forms(drugs, text, &self.lexicon, self.any_drug));
        if let Some(imported) = &self.imported {
            found.extend(imported.find(text));
        }
        let mentions = mentions(text, &self.lexicon, &found, &self.typos);
        let mentions = with_kinds(text, &self.lexicon, mentions);
        let ends: Vec<usize> = mentions.iter().map(|it| it.end).collect();
        let mut clauses = Clauses::new(text, &ends);
        if clauses.words.is_empty() {
            return Slots::default();
        }
        let facts = facts(text, &mentions);
        let taken: Vec<(usize, usize)> = facts.iter().map(|it| (it.start, it.end)).collect();
        let times = times(text, &taken);
        let annotated =
            AnnotatedText { text, original, mentions: &mentions, times: &times, taken: &taken };
        annotated.join(&mut clauses);
        let people = people(text, &clauses);
        let mut values = values(text, &self.lexicon, &found, &mentions);
        glucose(text, &clauses, &self.lexicon, &mut values);
        kidney_values(text, &self.lexicon, &mut values);
        let bodies = body_sizes(text, &self.lexicon, &values);
        values.extend(bodies);
        let others = unnamed_values(text, &clauses, &self.lexicon, &values);
        values.extend(others);
        let unnamed_values =
            isolated_values(text, &clauses, &self.lexicon, &found, &mut values, &mentions);
        values.extend(unnamed_values);
        let speaker_values = first_person_values(text, &self.lexicon, &values);
        values.extend(speaker_values);
        values.sort_by_key(|it| it.start);
        replace_superseded(text, &self.lexicon, &mut values);
        let pressures = pressures(text, &clauses, &self.lexicon, &mut values);
        // 열 38.5도 is a temperature, and BP 140/90 a pressure: their names are no concepts.
        let mentions: Vec<Mention> = mentions
            .into_iter()
            .filter(|m| !values.iter().any(|v| v.number <= m.start && m.end <= v.end))
            // 비타민 D 수치 14: the name of a value is not a drug.
            .filter(|m| {
                m.slot != Slot::Medication
                    || !values.iter().any(|v| v.named && v.start <= m.start && m.end <= v.number)
            })
            // 황달 수치 14.2: the longer name of a value is not a complaint.
            .filter(|m| {
                m.slot == Slot::Medication
                    || m.how == Recognition::Complaint
                    || !values.iter().any(|v| {
                        let longer = text.slice(v.start, v.number.max(v.start)).contains("수치");
                        v.named && longer && v.start <= m.start && m.end <= v.number
                    })
            })
            // 열은 36.9도예요 denies a fever.
            .filter(|m| {
                self.lexicon.concepts[m.concept].name != FEVER
                    || !values.iter().any(|v| {
                        let cool = self.lexicon.measures[v.measure].kind == "temperature"
                            && v.value < NO_FEVER;
                        cool && v.start <= m.start
                            && m.end <= v.number
                            && !is_reported(text.slice(m.start + 1, v.number))
                    })
            })
            // SpO2 88 RA: RA is room air, not rheumatoid arthritis.
            .filter(|m| {
                let air = |v: &Value| {
                    self.lexicon.measures[v.measure].kind == "spo2"
                        && v.end <= m.start
                        && m.start - v.end <= 4
                };
                text.slice(m.start, m.end) != "ra" || !values.iter().any(air)
            })
            // 혈압이 높은 쪽은 170, 낮은 쪽은 100: 혈압이 높은 is not a complaint.
            .filter(|m| {
                m.how != Recognition::Complaint
                    || !pressures.iter().any(|it| m.start < it.end && it.start < m.end)
            })
            .collect();
        let begun: Vec<usize> =
            values.iter().map(|it| it.start).chain(pressures.iter().map(|it| it.start)).collect();
        let known: Vec<(usize, Weight)> =
            facts.iter().map(|it| (it.start, it.kind.weight())).collect();
        let cues = Cues::find(text, &mentions, &clauses);
        let (lexicon, starts) = (&self.lexicon, known.iter().map(|it| it.0).collect::<Vec<_>>());
        let context = Context {
            text,
            cues: &cues,
            clauses: &clauses,
            people: &people,
            mentions: &mentions,
            lexicon,
        };
        let people = context.owned(&starts);
        let troubling = self.troubling(text, &clauses, &people, &mentions, &cues);
        let turn = Turn {
            text,
            clauses: &clauses,
            people: &people,
            mentions: &mentions,
            values: &begun,
            facts: &known,
            troubling: &troubling,
        };
        let about = subject(&turn);
        let read = |people: &[Option<Person>]| {
            let mut slots = Slots {
                demographics: demographics(text, original, &clauses, people, &facts),
                ..Slots::default()
            };
            let (clauses, cues, times) = (&clauses, &cues, &times);
            let page = Page { extractor: self, text, original, clauses, cues, people, times };
            page.items(&mentions, &mut slots);
            page.measurements(&values, &pressures, &mut slots);
            slots.apply_later_statements();
            end_fever(&mut slots, original);
            slots
        };
        let mut slots = match &about {
            Some(person) => read(&seen_from(&turn, person)),
            None => read(&people),
        };
        slots.corrections = corrections(text, &clauses);
        let joints: Vec<Range<usize>> = clauses
            .joints()
            .map(|it| text.original(it.start - 1, it.start).1..text.original(it.end, it.end + 1).0)
            .collect();
        if let Some(person) = about {
            let mut own = read(&seen_from_speaker(&turn, &person)).of_patient();
            own.reactions = reactions(&own, original, &joints);
            own.end_drugs_of_past_reactions();
            slots.speaker = own.states_anything().then(|| Box::new(own));
            slots.demographics.infer_sex(person.name, text, original);
            slots.attribute_to(Subject { person: person.name.to_owned(), family: person.family });
        } else {
            slots.demographics.give_age_to_child();
        }
        slots.reactions = reactions(&slots, original, &joints);
        slots.end_drugs_of_past_reactions();
        slots
    }

    /// Letters at which illnesses begin that a text says somebody suffers from now: 어머니가 독감에 걸렸어요.
    /// A chronic one or a tumour may only run in the family, however bad it is: 아버지가 당뇨가 심해요.
    fn troubling(
        &self,
        text: &Text,
        clauses: &Clauses,
        people: &[Option<Person>],
        mentions: &[Mention],
        cues: &Cues,
    ) -> Vec<usize> {
        if people.iter().all(Option::is_none) {
            return Vec::new();
        }
        // Without persons, the status is that of the illness, whoever has it.
        let patient = vec![None; people.len()];
        let lexicon = &self.lexicon;
        let context = Context { text, cues, clauses, people: &patient, mentions, lexicon };
        let illnesses = mentions.iter().filter(|it| it.slot == Slot::Condition);
        let suffered = illnesses.filter(|illness| {
            let judged = context.judge(illness);
            judged.troubling
                && judged.status == Status::Active
                && !context.may_run_in_the_family(illness)
        });
        suffered.map(|it| it.start).collect()
    }
}

/// Endings of what was done or is being done.
const DONE: [&str; 8] = ["았", "었", "였", "했", "셨", "고 있", "는 중", "고 계"];

/// How often a clause says that a drug is taken.
struct Rate {
    frequency: Frequency,
    /// Whether it was, rather than is to be: 매일 먹었어요.
    is_done: bool,
}

impl Rate {
    fn per_day(&self) -> f64 {
        self.frequency.per_day.unwrap_or_default()
    }
}

/// A text with what is known of its words.
struct Page<'a> {
    extractor: &'a Extractor,
    text: &'a Text,
    original: &'a [char],
    clauses: &'a Clauses,
    cues: &'a Cues,
    people: &'a [Option<Person>],
    times: &'a [Time],
}

impl Page<'_> {
    /// Judges each mention and adds it to its slot.
    fn items(&self, mentions: &[Mention], slots: &mut Slots) {
        let lexicon = &self.extractor.lexicon;
        let allergies = allergies(self.text, self.clauses, lexicon, mentions);
        let context = Context {
            text: self.text,
            cues: self.cues,
            clauses: self.clauses,
            people: self.people,
            mentions,
            lexicon,
        };
        let mut dated: Vec<(Option<String>, Option<String>)> = vec![(None, None); mentions.len()];
        attach(self.text, self.clauses, mentions, self.times, |at, time| {
            if dated[at].0.is_none() {
                dated[at].0.clone_from(&time.duration);
            }
            if dated[at].1.is_none() {
                dated[at].1.clone_from(&time.date);
            }
        });
        for (at, mention) in mentions.iter().enumerate() {
            if allergies[at] == Allergy::Word
                || (mention.slot == Slot::Allergen && allergies[at] == Allergy::None)
            {
                continue;
            }
            let judged = context.judge(mention);
            let allergic =
                matches!(allergies[at], Allergy::Stated | Allergy::Avoided | Allergy::Reaction);
            let status = match judged.status {
                Status::Family | Status::OtherPerson => judged.status,
                Status::Negated if allergies[at] == Allergy::Avoided => Status::Allergy,
                // 금속 알레르기라 귀걸이를 못 해요: the allergy is the reason for the negation.
                Status::Negated if allergies[at] == Allergy::Stated && self.is_reason(mention) => {
                    Status::Allergy
                }
                // 예전에 백신 알레르기는 없었어요: negated, although it is of the past.
                Status::Stopped | Status::Past
                    if judged.negated
                        && allergies[at] == Allergy::Stated
                        && self
                            .text
                            .slice(mention.end, self.text.len().min(mention.end + 20))
                            .contains('없') =>
                {
                    Status::Negated
                }
                Status::Negated | Status::Hypothetical
                    if allergic && allergies[at] == Allergy::Stated =>
                {
                    judged.status
                }
                Status::Asked
                    if allergies[at] == Allergy::Stated && context.is_question(mention) =>
                {
                    Status::Hypothetical
                }
                _ if allergic => Status::Allergy,
                status => status,
            };
            let status = match status {
                Status::Allergy if is_outgrown(self.text, self.clauses, mention) => Status::Past,
                status => status,
            };
            let mut item = self.item(mention, status, allergies[at]);
            item.negated = judged.negated && status != Status::Allergy;
            item.experiencer = experiencer(judged.person.as_ref());
            item.cues = judged.trace;
            item.extra_dose = judged.extra_dose;
            item.sudden = judged.sudden;
            item.severe = judged.severe;
            item.course = judged.course;
            item.troubling = judged.troubling;
            (item.duration, item.date) = dated[at].clone();
            // 페니실린이 아니라 세파 알레르기였어요: denied as an allergy.
            let is_put_right = status == Status::Negated
                && allergies[at] == Allergy::None
                && matches!(allergies.get(at + 1), Some(Allergy::Stated | Allergy::Reaction))
                && context.is_followed_by_right_one(mention, &mentions[at + 1]);
            if allergic || is_put_right {
                slots.allergies.push(item);
                continue;
            }
            match mention.slot {
                Slot::Condition => slots.conditions.push(item),
                Slot::Symptom => slots.symptoms.push(item),
                Slot::Habit => {
                    self.amount(mentions, at, &mut item);
                    slots.habits.push(item);
                }
                Slot::Medication => {
                    // 우울증 약 먹어요: the drug that is taken implies the illness.
                    let taken = matches!(status, Status::Active | Status::Family);
                    let illness = illness_of(self.text, lexicon, mention).filter(|_| taken);
                    slots.conditions.extend(illness.map(|it| Item {
                        experiencer: item.experiencer.clone(),
                        ..self.item(&it, status, Allergy::None)
                    }));
                    self.dose(mentions, at, &mut item);
                    let sentence = self.clauses.sentence(self.clauses.word_at(mention.end - 1));
                    let last = self.clauses.words[sentence.end - 1].end.max(mention.end);
                    item.extra_dose |= exceeds_what_was_due(self.text.slice(mention.end, last));
                    slots.medications.push(item);
                }
                Slot::Allergen => {}
            }
        }
    }

    /// The item of a mention, without experiencer, cues, times and dose.
    fn item(&self, mention: &Mention, status: Status, allergy: Allergy) -> Item {
        let concept = &self.extractor.lexicon.concepts[mention.concept];
        let (start, end) = self.text.original(mention.start, mention.end);
        Item {
            code: concept.code.clone(),
            cui: concept.cui.clone(),
            experiencer: String::new(),
            confidence: confidence::item(mention.how, status, allergy == Allergy::Reaction),
            text: self.words(start, end),
            start,
            end,
            ..Item::stated(&concept.name, status)
        }
    }

    /// Whether an allergy is given as the reason of something else: 알레르기라, 알레르기가 있어서.
    fn is_reason(&self, mention: &Mention) -> bool {
        let own = self.clauses.word_at(mention.end - 1);
        let clause = self.clauses.clause(own);
        let words = (own..clause.end.min(own + 3)).map(|it| self.clauses.words[it]);
        let mut words = words.map(|it| self.text.slice(it.start, it.end));
        let stems = ["알레르기", "알러지", "앨러지"];
        words.any(|word| {
            let rest = stems.iter().find_map(|stem| word.split_once(stem)).map(|it| it.1);
            rest.is_some_and(|particle| {
                matches!(particle, "라" | "라서" | "여서" | "때문에" | "이라" | "이라서")
            })
        })
    }

    /// The words of a range of the original.
    fn words(&self, start: usize, end: usize) -> String {
        self.original[start..end].iter().collect()
    }

    /// Reads dose and frequency of a drug: they follow it up to the next drug or the end of the sentence,
    /// or directly precede it.
    fn dose(&self, mentions: &[Mention], at: usize, item: &mut Item) {
        let mention = &mentions[at];
        let word = self.clauses.word_at(mention.start);
        let sentence = self.clauses.sentence(word);
        let last = self.clauses.words[sentence.end - 1].end;
        let next = mentions[at + 1..]
            .iter()
            .find(|it| it.slot == Slot::Medication)
            .map_or(usize::MAX, |it| it.start);
        let to = last.min(next).min(mention.end + 60).max(mention.end);
        let first = self.clauses.words[sentence.start].start;
        let before = mentions[..at]
            .iter()
            .next_back()
            .map_or(0, |it| it.end)
            .max(first)
            .max(mention.start.saturating_sub(12));
        item.dose = dose(self.text, self.original, mention.end, to);
        // 미녹시딜 바르고 머리가 한 움큼씩 빠져요: a handful behind another clause is not of the drug.
        let own_clause = self.clauses.clause(word);
        let clause_end = own_clause.end.checked_sub(1).map_or(to, |it| self.clauses.words[it].end);
        if item.dose.as_ref().is_some_and(|it| it.unit == HANDFUL) {
            item.dose = dose(self.text, self.original, mention.end, to.min(clause_end));
        }
        if item.dose.is_none() || next < last {
            let directly =
                dose_before(self.text, self.original, before.min(mention.start), mention.start);
            item.dose = directly.or(item.dose.take());
        }
        let stated = self.asked_from(word).filter(|it| *it > mention.end).unwrap_or(to).min(to);
        let rates = self.rates(mention.end, stated);
        let done = rates.iter().rfind(|it| it.is_done);
        let due = rates.iter().find(|it| !it.is_done);
        item.extra_dose |= done
            .zip(due)
            .is_some_and(|(done, due)| due.per_day() > 0.0 && done.per_day() > due.per_day());
        let stated = done.filter(|_| item.extra_dose).or(rates.first());
        item.frequency = stated.map(|it| it.frequency.clone());
    }

    /// The frequencies that the clauses between two letters state; only one where they tell of a change.
    fn rates(&self, from: usize, to: usize) -> Vec<Rate> {
        let mut rates = Vec::new();
        let mut at = from;
        let mut word = self.clauses.word_at(from);
        if to <= from {
            return rates;
        }
        while at < to && word < self.clauses.words.len() {
            let clause = self.clauses.clause(word);
            let end = self.clauses.words[clause.end - 1].end.clamp(at, to);
            if let Some(frequency) = frequency(self.text, self.original, at, end) {
                let words = self.text.slice(at, end);
                rates.push(Rate { frequency, is_done: DONE.iter().any(|it| words.contains(it)) });
            }
            (at, word) = (end, clause.end);
        }
        if contains(self.text.slice(from, to), &STANDING.changed_rate) {
            rates.truncate(1);
        }
        rates
    }

    /// Reads amount and frequency of a habit in its clause, between the mentions beside it.
    fn amount(&self, mentions: &[Mention], at: usize, item: &mut Item) {
        let mention = &mentions[at];
        let clause = self.clauses.clause(self.clauses.word_at(mention.start));
        let before = mentions[..at].last().map_or(0, |it| it.end);
        let from = self.clauses.words[clause.start].start.max(before).min(mention.start);
        let clause = self.clauses.clause(self.clauses.word_at(mention.end - 1));
        let next = mentions[at + 1..].first().map_or(usize::MAX, |it| it.start);
        let to = self.clauses.words[clause.end - 1].end.min(next).max(mention.end);
        item.dose = habitual(self.text, self.original, mention.start, to);
        let rare = || seldom(self.text, self.original, mention.start, mention.end);
        item.frequency = frequency(self.text, self.original, from, to)
            .or_else(|| mention.negated.then(rare).flatten());
    }

    /// Where the clause of a question begins that asks and states nothing (매일 먹는 거예요?); `None` if the
    /// sentence of `word` is no question, or its last clause tells of what was done (매일 먹었는데요?).
    fn asked_from(&self, word: usize) -> Option<usize> {
        let sentence = self.clauses.sentence(word);
        let last = self.clauses.clause(sentence.end.checked_sub(1)?);
        let (first, end) =
            (self.clauses.words.get(last.start)?, self.clauses.words.get(last.end - 1)?);
        let is_question = self.clauses.questions[first.sentence];
        let is_done = DONE.iter().any(|it| self.text.slice(first.start, end.end).contains(it));
        (is_question && !is_done).then_some(first.start)
    }

    /// Adds measured values and blood pressures to vitals and labs.
    fn measurements(&self, values: &[Value], pressures: &[Pressure], slots: &mut Slots) {
        for value in values {
            let measure = &self.extractor.lexicon.measures[value.measure];
            let plausible = (measure.low..=measure.high).contains(&value.value);
            let (start, end) = self.text.original(value.start, value.end);
            // 저는 열이 없는데 아이는 38.7도예요: the value is of the person at the number, not at the name.
            let mut it = self.measurement(value.number, start, end);
            it.kind.clone_from(&measure.kind);
            it.name.clone_from(&measure.name);
            it.unit.clone_from(&measure.unit);
            it.value = Some(value.value);
            it.upper = value.upper;
            it.comparator = comparator(self.text, value.number, value.end);
            if it.status == Status::Active
                && (is_conditional(self.text, value.end)
                    || is_goal(self.text, value.start, value.end))
            {
                it.status = Status::Hypothetical;
            }
            it.plausible = plausible;
            it.confidence = confidence::measurement(value.named, value.unit, plausible);
            if value.converted {
                let number = self.text.original(value.number, value.end);
                it.original = Some(self.words(number.0, number.1));
            }
            if measure.vital { slots.vitals.push(it) } else { slots.labs.push(it) }
        }
        for pressure in pressures {
            let (start, end) = self.text.original(pressure.start, pressure.end);
            let mut it = self.measurement(pressure.start, start, end);
            it.kind = "blood_pressure".into();
            it.name = "혈압".into();
            it.unit = "mmHg".into();
            it.systolic = pressure.systolic;
            it.diastolic = pressure.diastolic;
            if it.status == Status::Active
                && (is_conditional(self.text, pressure.end)
                    || is_goal(self.text, pressure.start, pressure.end))
            {
                it.status = Status::Hypothetical;
            }
            if pressure.systolic.is_none() || pressure.diastolic.is_none() {
                it.comparator = comparator(self.text, pressure.start, pressure.end);
            }
            it.plausible = pressure.systolic.is_none_or(|it| (50.0..=300.0).contains(&it))
                && pressure.diastolic.is_none_or(|it| (20.0..=200.0).contains(&it))
                && !matches!((pressure.systolic, pressure.diastolic), (Some(s), Some(d)) if s <= d);
            it.confidence = confidence::measurement(pressure.named, true, it.plausible);
            slots.vitals.push(it);
        }
        slots.vitals.sort_by_key(|it| it.start);
    }

    /// A measurement without type and value, of the person of the word at position `at`.
    fn measurement(&self, at: usize, start: usize, end: usize) -> Measurement {
        let word = self.clauses.word_at(at);
        let person = self.people.get(word).and_then(Option::as_ref);
        let clause = self.clauses.words[word].clause;
        let of_clause =
            |it: &&Time| self.clauses.words[self.clauses.word_at(it.start)].clause == clause;
        Measurement {
            kind: String::new(),
            name: String::new(),
            value: None,
            upper: None,
            comparator: None,
            systolic: None,
            diastolic: None,
            unit: String::new(),
            original: None,
            status: match person {
                None => Status::Active,
                Some(person) if person.family => Status::Family,
                Some(_) => Status::OtherPerson,
            },
            experiencer: experiencer(person),
            plausible: true,
            confidence: 0.0,
            text: self.words(start, end),
            start,
            end,
            date: self.times.iter().filter(of_clause).find_map(|it| it.date.clone()),
        }
    }
}

/// The experiencer of an item: `patient` where no other person is named.
fn experiencer(person: Option<&Person>) -> String {
    person.map_or_else(|| "patient".to_owned(), |it| it.name.to_owned())
}
