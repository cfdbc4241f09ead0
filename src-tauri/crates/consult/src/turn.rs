//! Reads a turn: its clinical facts, what is known of the patient before and after it, and the alerts that
//! come first.

use jiff::Timestamp;
use simui_clinical::{Course, Item, Severity, Slots, Status, Subject, Warning};
use simui_patient::{EarlierWarning, Profile, ProfileSlot, Standing, ago, describe_item};
use simui_pharmacy::dur::{CHILD_MONTHS, Person, is_limited_age};
use simui_pharmacy::person::{FactKind, PersonFact};
use simui_pharmacy::query::complaints::Complaints;

use super::amount::amount_alone;
use super::class_risks::class_risks;
use super::conflicts::{Alert, Recorded};
use super::earlier_turns::{Danger, danger_of_talk, dangers};
use super::facts::{Facts, TurnBefore};
use super::record::{describe_changes, facts_of};
use super::safety::naming_person;
use super::subject::TurnSubject;
use super::turn_input::TurnInput;
use super::wording::{Words, fill};

/// A turn, read.
#[derive(Debug, Clone)]
pub struct Turn {
    /// The person whom the turn is about, with the clinical facts of the turn.
    pub subject: TurnSubject,
    /// The other person whom the turn may be about as well, where it names nobody.
    pub other: Option<TurnSubject>,
    /// What is known of that person without this turn.
    pub before: Facts,
    /// What is known of that person with this turn.
    pub after: Facts,
    /// What is known from this turn alone, for consultations without memory.
    pub alone: Facts,
    /// Whether the turn adds anything to what documents may warn its person of, or by which a dose is
    /// calculated.
    pub adds_to_person: bool,
    /// Whether the turn states the weight of a child, by which children's doses go.
    pub weighs_child: bool,
    /// The turns of this talk about the same person with their complaints, the latest first; none where this
    /// turn neither adds to its person nor is an amount.
    pub talk: Vec<(TurnBefore, Complaints)>,
    /// Alerts for the facts of this turn together with the record, then for the dangers and values that
    /// earlier turns described.
    pub alerts: Vec<Alert>,
    /// Alerts for the values and drugs of this turn and the person as this turn alone describes them.
    pub alerts_alone: Vec<Alert>,
}

impl Turn {
    /// Reads a turn with the functions that extract facts and compute warnings. The record is not changed;
    /// the caller stores the slots. Fails with the message of `extract`.
    pub fn read(
        text: &str,
        known: &TurnInput<'_>,
        extract: &dyn Fn(&str) -> Result<Slots, String>,
        warn: &dyn Fn(&Slots) -> Vec<Warning>,
    ) -> Result<Self, String> {
        let subject = TurnSubject::read(text, extract(text)?, known, extract)?;
        let (slots, own) = (&subject.slots, &subject.own);
        let now = known.time.at;
        let facts = |profile: &Profile| {
            facts_of(known.patient, profile, known.history, now, known.memory, known.knowledge)
        };
        let absorbed = |patient: &Profile, person: &Profile| {
            let (mut patient, mut person) = (patient.clone(), person.clone());
            let changes = patient.absorb(slots, known.time, known.memory);
            let remembered = describe_changes(&changes, &patient, now, known.memory);
            person.absorb(own, known.time, known.memory);
            let facts = Facts { remembered, ..facts(&person) };
            (person, facts)
        };
        let (profile, after) = absorbed(known.profile, &subject.record);
        let (_, mut alone) = absorbed(&Profile::new(), &Profile::new());
        alone.history.clear();
        alone.spoken_of.clear();
        let mut completed = own.demographics.clone();
        profile.complete(&mut completed, now, known.memory);
        let alerts = |warnings: Vec<Warning>| warnings.iter().map(Alert::from).collect::<Vec<_>>();
        let earlier = profile.earlier_warnings(&completed, known.time, known.memory, warn);
        let earlier = earlier.iter().map(|EarlierWarning { warning, item }| Alert {
            recorded: Some(Recorded {
                shown: describe_item(item, now, known.memory),
                said_at: item.last.at,
            }),
            ..Alert::from(&Warning {
                text: naming_person(warning.text.clone(), subject.person()),
                ..warning.clone()
            })
        });
        let TurnInput { history, memory, knowledge, words, .. } = known;
        let turn_warnings = |slots: &Slots| subject.record.turn_warnings(slots, now, memory, warn);
        let warnings = turn_warnings(slots);
        // Where it is not sure whose complaint it is, both are warned of.
        let other = subject.of_another(text, known, extract)?;
        let of_other = other.as_ref().map(|other| {
            let mut found = other.record.turn_warnings(&other.slots, now, memory, warn);
            found.retain(|it| !warnings.iter().any(|own| own.rule == it.rule));
            found
        });
        let hear = |text: &str| extract(text).map(|it| Complaints::of(&it)).unwrap_or_default();
        let before_turn = facts(&subject.record);
        let (mut talk, mut of_classes) = (Vec::new(), Vec::new());
        let weighs_child = weighs_child(&subject, &after);
        let adds_to_person = weighs_child || adds(&before_turn, &after);
        if adds_to_person || amount_alone(text).is_some() {
            // Of what a turn only adds to, the topic has the complaints; what it denies is in its text.
            let heard = |it: &TurnBefore| Complaints {
                present: it.topic.complaints.clone(),
                ..hear(&it.text)
            };
            let turns = subject.talk(history, now).into_iter();
            talk = turns
                .map(|turn| {
                    let heard = heard(&turn);
                    (turn, heard)
                })
                .collect();
        }
        if adds_to_person {
            let recorded = &before_turn.medications;
            of_classes = class_risks(slots, recorded, &warnings, knowledge, &turn_warnings, words);
        }
        let of_turn = alerts(warnings);
        let is_over = |name: &str| {
            let known = [ProfileSlot::Symptoms, ProfileSlot::Conditions].map(|it| profile.of(it));
            let mut known = known.iter().flatten().filter(|it| it.fact.concept.name == name);
            known.next().is_some_and(|it| it.fact.standing != Standing::Active)
        };
        let find = |text: &str| -> Vec<Danger> {
            let of_words = Danger::of_words(text, knowledge);
            let read = extract(text).unwrap_or_default();
            let mut found = warn(&read);
            found.retain(|warning| {
                let is_finding = |it: &&Item| (it.start, it.end) == (warning.start, warning.end);
                let finding = read.symptoms.iter().chain(&read.conditions).find(is_finding);
                warning.severity == Severity::Emergency
                    && finding.is_some_and(|it| !is_over(&it.name))
            });
            let found = found.into_iter().map(|it| Danger { rule: it.rule, advice: it.text });
            of_words.into_iter().chain(found).collect()
        };
        let before = dangers(text, history, &find, now, memory, words);
        let joined = danger_of_talk(text, &subject.context, knowledge, words);
        let standing = match before.is_empty() {
            true => profile.standing_emergencies(now, memory, warn),
            false => None,
        };
        let standing =
            standing.map(|(found, at)| still_dangerous(&found, at, now, &of_turn, words));
        Ok(Self {
            alerts: of_turn
                .into_iter()
                .chain(alerts(of_other.unwrap_or_default()))
                .chain(of_classes)
                .chain(standing.into_iter().flatten())
                .chain(joined)
                .chain(before)
                .chain(earlier)
                .collect(),
            before: before_turn,
            after,
            alone,
            adds_to_person,
            weighs_child,
            talk,
            alerts_alone: alerts(warn(slots)),
            subject,
            other,
        })
    }

    /// The facts of the turn with their experiencers.
    pub fn slots(&self) -> &Slots {
        &self.subject.slots
    }

    /// The facts of the person whom the turn is about, as those of a patient.
    pub fn own(&self) -> &Slots {
        &self.subject.own
    }

    /// The number of clinical concepts that the turn names.
    pub fn concepts(&self) -> usize {
        let Slots { conditions, symptoms, medications, vitals, labs, allergies, habits, .. } =
            self.slots();
        let count =
            conditions.len() + symptoms.len() + medications.len() + allergies.len() + habits.len();
        count + vitals.len() + labs.len()
    }

    /// Whether the person whom the turn is about has a present complaint.
    pub fn complains(&self) -> bool {
        self.own().symptoms.iter().any(|it| it.status == Status::Active)
    }

    /// Whether the person whom the turn is about has an illness that began, is bad now or gets no better:
    /// 독감에 걸렸어요. What a drug did is warned of and recorded: 먹고 두드러기가 났어요.
    pub fn suffers(&self) -> bool {
        let is_bad = |it: &Item| it.troubling || it.course.is_some_and(Course::is_no_better);
        let reactions = &self.own().reactions;
        let is_reaction = |it: &Item| reactions.iter().any(|other| other.reaction == it.name);
        let mut present = self.own().conditions.iter().filter(|it| it.status == Status::Active);
        present.any(|it| is_bad(it) && !is_reaction(it))
    }

    /// Whether the turn states anything of any person.
    pub fn states_facts(&self) -> bool {
        let who = &self.slots().demographics;
        self.concepts() > 0 || !who.mentions.is_empty() || !who.others.is_empty()
    }

    /// Names of the drugs that the person whom the turn is about asks about or plans to take.
    pub fn wanted_drugs(&self) -> impl Iterator<Item = &str> {
        self.subject.wanted_drugs()
    }

    /// Names of the drugs that the person whom the turn is about takes, by this turn.
    pub fn taken_drugs(&self) -> impl Iterator<Item = &str> {
        let taken = self.own().medications.iter().filter(|it| it.status == Status::Active);
        taken.map(|it| it.name.as_str())
    }

    /// All facts of the turn in one line; turns with equal facts have equal lines.
    pub fn canonical(&self) -> String {
        canonical(self.slots())
    }
}

/// Alerts for the emergencies of complaints that were last stated `at`, without those that the alerts
/// `of_turn` have.
fn still_dangerous(
    found: &[Warning],
    at: Timestamp,
    now: Timestamp,
    of_turn: &[Alert],
    words: &Words,
) -> Vec<Alert> {
    let ago = ago(now, at);
    let is_new = |it: &&Warning| of_turn.iter().all(|alert| alert.rule != it.rule);
    let alert = |it: &Warning| Alert {
        text: fill(&words.danger_before, &[("ago", &ago), ("says", &it.text)]),
        recorded: Some(Recorded { shown: words.complaints.clone(), said_at: at }),
        ..Alert::from(it)
    };
    found.iter().filter(is_new).map(alert).collect()
}

/// Whether `after` has anything that documents may warn its person of, and that `before` has not. An age at
/// which no document limits a drug is nothing.
fn adds(before: &Facts, after: &Facts) -> bool {
    let counts = |it: &&PersonFact| match it.kind {
        FactKind::Age(months) => is_limited_age(months),
        _ => true,
    };
    let limited = |person: &Person| {
        let age_months = person.age_months.filter(|months| is_limited_age(*months));
        Person { age_months, ..*person }
    };
    after.of_person.iter().filter(counts).any(|it| !before.of_person.contains(it))
        || limited(&after.person) != limited(&before.person)
        || after.medications != before.medications
        || after.allergies != before.allergies
        || after.reactions != before.reactions
}

/// Whether a turn states the weight of a child.
fn weighs_child(subject: &TurnSubject, after: &Facts) -> bool {
    let by_word = subject.slots.subject.as_ref().is_some_and(Subject::is_child);
    let by_age = after.person.age_months.is_some_and(|it| it < CHILD_MONTHS);
    (by_word || by_age) && subject.own.vitals.iter().any(|it| it.kind == "weight")
}

/// All facts of a text in one line.
fn canonical(slots: &Slots) -> String {
    let mut parts: Vec<String> = Vec::new();
    let Slots {
        subject,
        conditions,
        symptoms,
        medications,
        vitals,
        labs,
        allergies,
        habits,
        reactions,
        demographics,
        corrections,
        speaker,
    } = slots;
    if !corrections.is_empty() {
        parts.push("corrects".into());
    }
    parts.extend(speaker.iter().map(|it| format!("speaker=[{}]", canonical(it))));
    parts.extend(subject.iter().map(|it| format!("about={:?}", it.person)));
    for (slot, items) in [
        ("conditions", conditions),
        ("symptoms", symptoms),
        ("medications", medications),
        ("allergies", allergies),
        ("habits", habits),
    ] {
        parts.extend(items.iter().map(|item| {
            format!(
                "{slot}={:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?}",
                item.name,
                item.status,
                item.experiencer,
                item.duration,
                item.date,
                item.course,
                item.dose.as_ref().map(|it| &it.text),
                item.frequency.as_ref().map(|it| &it.text)
            )
        }));
    }
    parts.extend(vitals.iter().chain(labs).map(|value| {
        format!(
            "{}={:?} {:?} {:?} {:?} {:?} {:?}",
            value.kind,
            value.value,
            value.upper,
            value.comparator,
            value.systolic,
            value.diastolic,
            value.experiencer
        )
    }));
    parts.extend(reactions.iter().map(|reaction| {
        format!(
            "reaction={:?} {:?} {:?} {:?}",
            reaction.drug, reaction.reaction, reaction.link, reaction.experiencer
        )
    }));
    let who = demographics;
    parts.push(format!(
        "who={:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?}",
        who.age,
        who.age_months,
        who.age_days,
        who.age_group,
        who.gender,
        who.is_pregnant,
        who.pregnancy_weeks,
        who.pregnancy_status,
        who.is_lactating,
        who.others
    ));
    parts.join("; ")
}
