//! The person whom a turn is about: the patient of the record, or somebody of whom this turn and those
//! before it speak. Whatever is known of one person is never applied to another.

use jiff::{SignedDuration, Timestamp};
use simui_clinical::{
    Continued, Course, Item, PATIENT, Slots, Status, Subject, amended, is_same_person, names_child,
    names_speaker, refers_to_another, taken,
};
use simui_korean::particles::with_particle;
use simui_patient::{Fact, Pregnancy, Profile, Standing, TurnTime};
use simui_pharmacy::dur::CHILD_MONTHS;
use simui_pharmacy::query::complaints::Complaints;

use super::class_words::{leave_out_described, resolve_classes};
use super::earlier_turns::{EARLIER_TURNS, EarlierTurn};
use super::facts::{TurnBefore, TurnTopic};
use super::turn_input::TurnInput;

/// Time after a turn about another person for which the next turns may be about the same person.
const SAME_TALK: SignedDuration = SignedDuration::from_mins(60);

/// The person whom a turn is about.
#[derive(Debug, Clone)]
pub struct TurnSubject {
    /// The facts of the turn with their experiencers, as they are shown and stored.
    pub slots: Slots,
    /// The facts of the person, as those of a patient.
    pub own: Slots,
    /// What was known of the person before the turn: the patient's record, or what the turns before state of
    /// somebody else.
    pub record: Profile,
    /// Whether only the turns before name the person, who is not the patient.
    pub is_carried: bool,
    /// The turns before, as one text, if the turn names nothing itself but adds to what they state; else
    /// empty.
    pub context: String,
}

impl TurnSubject {
    /// Finds the person whom the turn `text` is about, whose facts alone are `slots`.
    ///
    /// # Errors
    /// Those of `extract`, which reads a text alone.
    pub fn read<E>(
        text: &str,
        slots: Slots,
        known: &TurnInput<'_>,
        extract: &dyn Fn(&str) -> Result<Slots, E>,
    ) -> Result<Self, E> {
        let names_nothing = slots.items().next().is_none() && slots.values().next().is_none();
        let mut before = turns_about_another(known.history, known.time.at);
        let own = turns_of_patient(known.history, known.time.at);
        let slots = match before.is_empty() && !is_long(text) {
            true => amended(text, slots, &own, extract)?,
            false => slots,
        };
        let slots_alone = slots.clone();
        let spoken_of = drugs_of_talk(known.history, known.time.at);
        let slots = taken(text, slots, &spoken_of, extract)?;
        // A person who is named again, or of whom the turns just before speak, is known from all turns about
        // them.
        let spoken_of = before.last().and_then(|it| it.about.as_deref());
        let is_same = |person: &&str| {
            before
                .iter()
                .all(|turn| turn.about.as_ref().is_some_and(|of| is_same_person(of, person)))
        };
        let person = slots.another_person().or(spoken_of.filter(is_same));
        if let Some(person) = person {
            before = turns_about(person, known.history, known.time.at);
        }
        // Of a long turn only the person is read again.
        let whose = |it: &&EarlierTurn| it.about.as_ref().map(|it| format!("{it} 얘기예요."));
        let is_read = |it: &EarlierTurn| !is_long(&it.text) && !is_long(text);
        let read_again = |it: &&EarlierTurn| if is_read(it) { None } else { whose(it) };
        let persons: Vec<Option<String>> = before.iter().map(read_again).collect();
        let turns = before.iter().zip(&persons);
        let mut texts: Vec<&str> =
            turns.map(|(it, person)| person.as_deref().unwrap_or(&it.text)).collect();
        // Of a long talk the turn that names the person may be out of reach.
        let first = before.first().filter(|_| before.len() >= EARLIER_TURNS as usize);
        let named = first.and_then(whose);
        texts.splice(0..0, named.as_deref());
        let mut read = Continued::read(text, slots.clone(), &texts, extract)?;
        let last_about = before.last().map(|it| &it.about);
        let of_last = before.iter().rev().take_while(|it| Some(&it.about) == last_about).count();
        if read.slots.subject.is_none() && of_last < before.len() {
            // A talk about several persons goes on about the last of them.
            texts.drain(..texts.len() - of_last);
            read = Continued::read(text, slots, &texts, extract)?;
        }
        if read.is_carried && turns_back(text, &slots_alone, &before) {
            read = Continued { slots: slots_alone, ..Continued::default() };
        }
        let is_grown = read.slots.demographics.is_adult() == Some(true);
        let is_small = |it: &Subject| it.is_child() && !is_grown;
        let is_patient = |it: &Subject| is_small(it) && is_child(known) == Some(true);
        if read.slots.subject.as_ref().is_none_or(is_patient) {
            let mut slots = read.slots.seen_from_subject();
            // 수유 중이에요. / 아기는 4개월이고요: the age of the child, not of the patient.
            let who = &mut slots.demographics;
            let months = who.age_months.or(who.age.map(|it| 12 * it));
            if months.is_some_and(|it| it < CHILD_MONTHS) && names_child(text) && is_adult(known) {
                who.leave_age_to_child();
            }
            leave_out_described(text, &mut slots, known.knowledge);
            resolve_classes(&mut slots, known.profile, known.knowledge);
            let amends = names_nothing && slots.items().next().is_some();
            let context = if amends { own.join(". ") } else { String::new() };
            let (own, record) = (slots.clone(), known.profile.clone());
            return Ok(Self { slots, own, record, is_carried: false, context });
        }
        let mut record = Profile::new();
        if let Some(last) = before.last() {
            resolve_classes(&mut read.known, &record, known.knowledge);
            let time = TurnTime { turn: known.time.turn.saturating_sub(1), at: last.at };
            record.absorb(&read.known, time, known.memory);
        }
        if read.slots.subject.as_ref().is_some_and(is_small) && is_child(known).is_none() {
            // The child may be the patient, and then must not get what the record has as an allergen.
            record.take(&allergies(known.profile), known.time, known.memory);
        }
        let mut own = read.slots.clone().seen_from_subject();
        leave_out_described(text, &mut own, known.knowledge);
        resolve_classes(&mut own, &record, known.knowledge);
        let amends = names_nothing && read.slots.items().next().is_some();
        let context = if amends { texts.join(". ") } else { String::new() };
        Ok(Self { slots: read.slots, own, record, is_carried: read.is_carried, context })
    }

    /// Reads a complaint or a question for a drug that names no person as one of the person whom the turn
    /// before it was about: 어머니가 아마릴을 드세요. / 식은땀을 흘려요. `None` where the turn before spoke of the patient,
    /// or the speaker is the subject of this one.
    ///
    /// # Errors
    /// Those of `extract`.
    pub fn of_another<E>(
        &self,
        text: &str,
        known: &TurnInput<'_>,
        extract: &dyn Fn(&str) -> Result<Slots, E>,
    ) -> Result<Option<Self>, E> {
        let complains = self.own.symptoms.iter().any(|it| it.status == Status::Active);
        let wants_drug = self.wanted_drugs().next().is_some();
        if self.slots.subject.is_some()
            || !(complains || wants_drug)
            || is_long(text)
            || names_speaker(text)
        {
            return Ok(None);
        }
        let last = turns_of_talk(known.history, known.time.at).next();
        let Some(person) = last.and_then(|it| it.about.as_deref()) else { return Ok(None) };
        let spoken = format!("{} {text}", with_particle(person, ("이", "가")));
        let slots = extract(&spoken)?;
        if slots.subject.is_none() {
            return Ok(None);
        }
        Self::read(&spoken, slots, known, extract).map(Some)
    }

    /// Names of the drugs that the person asks about or plans to take.
    pub fn wanted_drugs(&self) -> impl Iterator<Item = &str> {
        let wanted = |status: Status| matches!(status, Status::Asked | Status::Planned);
        let items = self.own.medications.iter().filter(move |it| wanted(it.status));
        items.map(|it| it.name.as_str())
    }

    /// The present complaints and illnesses of which the turn says that they get no better.
    pub fn no_better(&self) -> impl Iterator<Item = &Item> {
        let own = self.own.symptoms.iter().chain(&self.own.conditions);
        let present = own.filter(|it| it.status == Status::Active);
        present.filter(|it| it.course.is_some_and(Course::is_no_better))
    }

    /// What the turn is about, for the turns after it.
    pub fn topic(&self) -> TurnTopic {
        let drugs = self.own.medications.iter().chain(&self.own.allergies);
        let taken = self.own.medications.iter().filter(|it| it.status == Status::Active);
        TurnTopic {
            taken: taken.map(|it| it.name.clone()).collect(),
            added_to: drugs.filter(|it| it.named_before).map(|it| it.name.clone()).collect(),
            drugs: self.wanted_drugs().map(str::to_owned).collect(),
            complaints: Complaints::of(&self.own).present,
        }
    }

    /// The turns of this talk about the same person, the latest first. `history` has the earlier turns, the
    /// oldest first.
    pub fn talk(&self, history: &[EarlierTurn], now: Timestamp) -> Vec<TurnBefore> {
        let person = self.slots.subject.as_ref().map(|it| it.person.as_str());
        let is_same = |it: &&EarlierTurn| match person {
            None => it.about.is_none() && it.remembered,
            Some(person) => it.about.as_ref().is_some_and(|it| is_same_person(it, person)),
        };
        let same = turns_of_talk(history, now).filter(is_same);
        let same = same.filter(|it| !is_long(&it.text));
        same.map(|it| TurnBefore { text: it.text.clone(), topic: it.topic.clone() }).collect()
    }

    /// The word for the person, or [`PATIENT`].
    pub fn person(&self) -> &str {
        self.slots.subject.as_ref().map_or(PATIENT, |it| it.person.as_str())
    }
}

/// Whether a turn that names nobody is about the patient again, after the turns `before` about somebody else:
/// it states something by itself, no word of it is one for others (드셔도 되나요?), and the turns before only
/// remark on the other (남편은 통풍이 있어요) or it has a complaint of its own and asks for a drug.
fn turns_back(text: &str, slots: &Slots, before: &[&EarlierTurn]) -> bool {
    let states = slots.items().next().is_some() || slots.values().next().is_some();
    let is_fragment = text.split_whitespace().count() < MIN_WORDS;
    let seeks_help = |turn: &&EarlierTurn| {
        let topic = &turn.topic;
        !topic.drugs.is_empty() || !topic.complaints.is_empty() || turn.text.contains('?')
    };
    let asks_for_itself = slots.symptoms.iter().any(|it| it.status == Status::Active)
        && slots.medications.iter().any(|it| it.status == Status::Asked);
    states
        && !is_fragment
        && !refers_to_another(text)
        && (asks_for_itself || !before.iter().any(seeks_help))
}

/// Fewest words of a turn that leaves nothing out: 그럼 돔페리돈은요 goes on about whom the turn before was about.
const MIN_WORDS: usize = 3;

/// Whether the patient is a child by the record; `None` where it has no age.
fn is_child(known: &TurnInput<'_>) -> Option<bool> {
    let person = known.profile.person(known.time.at, known.memory);
    let months = person.months.or(person.years.map(|it| 12 * it));
    months.map(|it| it < CHILD_MONTHS)
}

/// Whether the patient is no child by the record: by the age, a pregnancy or nursing.
fn is_adult(known: &TurnInput<'_>) -> bool {
    let person = known.profile.person(known.time.at, known.memory);
    let is_pregnant = person.pregnancy.is_some_and(|it| it.state == Pregnancy::Yes);
    is_child(known) == Some(false) || is_pregnant || person.nursing == Some(true)
}

fn allergies(profile: &Profile) -> Vec<Fact> {
    let items = profile.allergies().into_iter();
    items.filter(|it| it.fact.standing == Standing::Allergy).map(|it| it.fact.clone()).collect()
}

/// Characters from which on a turn is not read together with others: a chart, whose reading takes seconds.
const LONG: usize = 2_000;

fn is_long(text: &str) -> bool {
    text.chars().nth(LONG).is_some()
}

/// Turns of the patient to which a turn may add something without naming it.
const AMENDED_TURNS: usize = 3;

/// The texts of the latest turns of this talk, as far as they were about the patient, the oldest first.
fn turns_of_patient(history: &[EarlierTurn], now: Timestamp) -> Vec<&str> {
    let is_of_patient =
        |it: &&EarlierTurn| it.about.is_none() && it.remembered && !is_long(&it.text);
    let last = turns_of_talk(history, now).take_while(is_of_patient).take(AMENDED_TURNS);
    let mut texts: Vec<&str> = last.map(|it| it.text.as_str()).collect();
    texts.reverse();
    texts
}

/// The drugs that the latest turn of this talk with a question about drugs asks about.
fn drugs_of_talk(history: &[EarlierTurn], now: Timestamp) -> Vec<&str> {
    let asked = |it: &'_ EarlierTurn| !it.topic.drugs.is_empty();
    let last = turns_of_talk(history, now).find(|it| asked(it));
    last.into_iter().flat_map(|it| &it.topic.drugs).map(String::as_str).collect()
}

/// The latest turns of this talk, as far as they were about somebody else, the oldest first.
fn turns_about_another(history: &[EarlierTurn], now: Timestamp) -> Vec<&EarlierTurn> {
    let talk = turns_of_talk(history, now).take_while(|it| it.about.is_some());
    let mut last: Vec<&EarlierTurn> = talk.collect();
    last.reverse();
    last
}

/// The turns of this talk about a person, the oldest first.
fn turns_about<'h>(
    person: &str,
    history: &'h [EarlierTurn],
    now: Timestamp,
) -> Vec<&'h EarlierTurn> {
    let is_about =
        |it: &&EarlierTurn| it.about.as_ref().is_some_and(|it| is_same_person(it, person));
    let mut turns: Vec<&EarlierTurn> = turns_of_talk(history, now).filter(is_about).collect();
    turns.reverse();
    turns
}

/// The turns of this talk, the latest first.
fn turns_of_talk(history: &[EarlierTurn], now: Timestamp) -> impl Iterator<Item = &EarlierTurn> {
    history.iter().rev().take_while(move |it| now.duration_since(it.at) < SAME_TALK)
}
