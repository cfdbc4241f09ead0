//! One turn, read once: what it says, what is known before and after it, what has to be said first.

use simui_clinical::Warning;
use simui_clinical::{Slots, Status};
use simui_patient::{EarlierWarning, MemoryRules, Profile, TurnTime, describe_item};
use simui_pharmacy::knowledge::Knowledge;

use super::conflicts::{Alert, Recorded};
use super::facts::Facts;
use super::record::{facts_of, told};
use super::spoken::{Spoken, dangers};
use super::wording::Words;

/// What is known when a turn comes.
pub struct Known<'a> {
    /// Whose.
    pub patient: &'a str,
    /// The record.
    pub profile: &'a Profile,
    /// Earlier turns, the oldest first.
    pub history: &'a [Spoken],
    /// Number and moment of this turn.
    pub said: TurnTime,
    /// How memory ages.
    pub memory: &'a MemoryRules,
    /// What is known of drugs and dangers.
    pub knowledge: &'a Knowledge,
    /// What the desk says in its own words.
    pub words: &'a Words,
}

/// A turn.
#[derive(Debug, Clone)]
pub struct Turn {
    /// What it says.
    pub slots: Slots,
    /// What is known without it.
    pub before: Facts,
    /// What is known with it.
    pub after: Facts,
    /// What it says alone: for those who do without memory.
    pub alone: Facts,
    /// What its values and drugs warn of, for the person of the record; then dangers and values of earlier turns.
    pub alerts: Vec<Alert>,
    /// The same, for the person of this turn alone.
    pub alerts_alone: Vec<Alert>,
}

impl Turn {
    /// Reads a turn. The profile is not changed: whoever keeps it absorbs the slots.
    pub fn read(
        text: &str,
        known: &Known<'_>,
        extract: &dyn Fn(&str) -> Result<Slots, String>,
        warn: &dyn Fn(&Slots) -> Vec<Warning>,
    ) -> Result<Self, String> {
        let slots = extract(text)?;
        let now = known.said.at;
        let facts = |profile: &Profile| {
            let names = &known.knowledge.names;
            facts_of(known.patient, profile, known.history, now, known.memory, names)
        };
        let absorbed = |mut profile: Profile| {
            let changes = profile.absorb(&slots, known.said, known.memory);
            let remembered = told(&changes, &profile, now, known.memory);
            let facts = Facts { remembered, ..facts(&profile) };
            (profile, facts)
        };
        let (profile, after) = absorbed(known.profile.clone());
        let (_, mut alone) = absorbed(Profile::new());
        alone.history.clear();
        alone.spoken_of.clear();
        let mut whole = slots.clone();
        profile.complete(&mut whole.demographics, now, known.memory);
        let alerts = |slots: &Slots| warn(slots).iter().map(Alert::from).collect::<Vec<_>>();
        let earlier = profile.earlier_warnings(&whole.demographics, known.said, known.memory, warn);
        let earlier = earlier.iter().map(|EarlierWarning { warning, item }| Alert {
            recorded: Some(Recorded {
                shown: describe_item(item, now, known.memory),
                said_at: item.last.at,
            }),
            ..Alert::from(warning)
        });
        let Known { history, memory, knowledge, words, .. } = known;
        let before = dangers(text, history, now, memory, knowledge, words);
        Ok(Self {
            before: facts(known.profile),
            after,
            alone,
            alerts: alerts(&whole).into_iter().chain(before).chain(earlier).collect(),
            alerts_alone: alerts(&slots),
            slots,
        })
    }

    /// Clinical concepts that it names.
    pub fn concepts(&self) -> usize {
        let Slots { conditions, symptoms, medications, vitals, labs, allergies, .. } = &self.slots;
        let named = conditions.len() + symptoms.len() + medications.len() + allergies.len();
        named + vitals.len() + labs.len()
    }

    /// Whether the patient complains of something now.
    pub fn complains(&self) -> bool {
        let own = self.slots.subject.is_none();
        own && self.slots.symptoms.iter().any(|it| it.status == Status::Active)
    }

    /// Whether anything is said of anybody.
    pub fn says_facts(&self) -> bool {
        let who = &self.slots.demographics;
        self.concepts() > 0 || !who.mentions.is_empty() || !who.others.is_empty()
    }

    /// Drugs that the patient asks about or wants.
    pub fn wanted(&self) -> impl Iterator<Item = &str> {
        let wanted = |status: Status| matches!(status, Status::Asked | Status::Planned);
        let own = self.slots.subject.is_none();
        let items = self.slots.medications.iter().filter(move |it| own && wanted(it.status));
        items.map(|it| it.name.as_str())
    }

    /// All that it says, in one line: two turns with the same say the same of everybody.
    pub fn canonical(&self) -> String {
        let mut said: Vec<String> = Vec::new();
        let Slots {
            subject,
            conditions,
            symptoms,
            medications,
            vitals,
            labs,
            allergies,
            demographics,
        } = &self.slots;
        said.extend(subject.iter().map(|it| format!("about={:?}", it.person)));
        for (slot, items) in [
            ("conditions", conditions),
            ("symptoms", symptoms),
            ("medications", medications),
            ("allergies", allergies),
        ] {
            said.extend(items.iter().map(|it| {
                format!(
                    "{slot}={:?} {:?} {:?} {:?} {:?} {:?} {:?}",
                    it.name,
                    it.status,
                    it.experiencer,
                    it.duration,
                    it.date,
                    it.dose.as_ref().map(|it| &it.text),
                    it.frequency.as_ref().map(|it| &it.text)
                )
            }));
        }
        said.extend(vitals.iter().chain(labs).map(|it| {
            format!(
                "{}={:?} {:?} {:?} {:?} {:?}",
                it.kind, it.value, it.upper, it.systolic, it.diastolic, it.experiencer
            )
        }));
        let who = demographics;
        said.push(format!(
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
        said.join("; ")
    }
}
