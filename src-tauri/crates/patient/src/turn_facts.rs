//! Turns the slots of a turn into facts about the patient, and the rest into ignored statements with the
//! reason.

use jiff::Timestamp;
use simui_clinical::{
    AdverseReaction, Demographics, Item, Measurement, PATIENT, Slots, Status, Subject,
};

use super::ignored::{Ignored, WhyIgnored};
use super::moments::moment;
use super::{Concept, Fact, Pregnancy, ProfileSlot, Sex, Standing, Value};

/// Confidence in a link that words such as 먹고 state; ours: none of them is a judgement of causality.
const REACTION_CONFIDENCE: f64 = 0.7;

/// A fact that a turn states.
pub(super) struct Statement {
    /// The fact.
    pub(super) fact: Fact,
    /// Whether the turn takes back with it what was said before: 자렐토 아니고 릭시아나예요.
    pub(super) corrects: bool,
}

impl Statement {
    /// A fact that takes nothing back.
    pub(super) fn plain(fact: Fact) -> Self {
        Self { fact, corrects: false }
    }
}

/// The statements of a turn and the ignored ones, in the order of the slots, and within each in the
/// order of the text.
pub(super) fn statements(slots: &Slots, at: Timestamp) -> (Vec<Statement>, Vec<Ignored>) {
    if let Some(subject) = &slots.subject {
        let (facts, mut ignored) = facts_of_another(slots, subject);
        let mut found: Vec<Statement> = facts.into_iter().map(Statement::plain).collect();
        // 애가 열이 나요. 저는 임신 중이에요: the speaker is the patient of the record.
        if let Some(own) = &slots.speaker {
            let values = own.values().map(|it| it.start);
            let starts: Vec<usize> = own.items().map(|it| it.start).chain(values).collect();
            ignored.retain(|it| it.start.is_none_or(|start| !starts.contains(&start)));
            let (own_found, own_ignored) = statements(own, at);
            found.extend(own_found);
            ignored.extend(own_ignored);
        }
        return (found, ignored);
    }
    let corrects = |start: usize| slots.corrections.iter().any(|it| it.contains(start));
    let mut facts: Vec<Statement> = demographics(&slots.demographics, corrects);
    let mut ignored = Vec::new();
    let items = |slot, items: &[Item], facts: &mut Vec<Statement>, ignored: &mut Vec<Ignored>| {
        for item in items {
            match standing(slot, item) {
                Ok(standing) => facts.push(Statement {
                    fact: fact_of(slot, item, standing),
                    corrects: corrects(item.start),
                }),
                Err(why) => ignored.push(Ignored::words(&item.text, item.start, item.end, why)),
            }
        }
    };
    for item in &slots.allergies {
        let standing = match item.status {
            Status::Allergy => Ok(Standing::Allergy),
            Status::Negated if item.experiencer == PATIENT => Ok(Standing::NoAllergy),
            Status::Negated => Err(WhyIgnored::OtherPerson),
            Status::Family | Status::OtherPerson => Err(WhyIgnored::OtherPerson),
            _ => Err(WhyIgnored::OnlyAsked),
        };
        match standing {
            // A contradiction about an allergy waits for a person, whatever was corrected.
            Ok(standing) => {
                let fact = fact_of(ProfileSlot::Conditions, item, standing);
                facts.push(Statement::plain(fact));
            }
            Err(why) => ignored.push(Ignored::words(&item.text, item.start, item.end, why)),
        }
    }
    items(ProfileSlot::Conditions, &slots.conditions, &mut facts, &mut ignored);
    items(ProfileSlot::Symptoms, &slots.symptoms, &mut facts, &mut ignored);
    items(ProfileSlot::Medications, &slots.medications, &mut facts, &mut ignored);
    items(ProfileSlot::Habits, &slots.habits, &mut facts, &mut ignored);
    let reactions = slots.reactions.iter().filter(|it| it.experiencer == PATIENT).map(reaction);
    facts.extend(reactions.map(Statement::plain));
    for (slot, values) in [(ProfileSlot::Vitals, &slots.vitals), (ProfileSlot::Labs, &slots.labs)] {
        for value in values {
            let why = match (value.status, value.plausible) {
                (Status::Family | Status::OtherPerson, _) => Some(WhyIgnored::OtherPerson),
                // eGFR이 30 미만이면 …?: nobody has the value.
                (Status::Hypothetical, _) => Some(WhyIgnored::OnlyAsked),
                (_, false) => Some(WhyIgnored::NotPlausible),
                _ => None,
            };
            match why {
                Some(why) => {
                    ignored.push(Ignored::words(&value.text, value.start, value.end, why));
                }
                None => facts.push(Statement {
                    fact: measured(slot, value, at),
                    corrects: corrects(value.start),
                }),
            }
        }
    }
    (facts, ignored)
}

/// An adverse reaction. It stays in the record when it is over.
fn reaction(it: &AdverseReaction) -> Fact {
    Fact {
        slot: ProfileSlot::Reactions,
        concept: Concept::known(&format!("{}: {}", it.drug, it.reaction), None),
        value: Value::Reaction {
            drug: it.drug.clone(),
            reaction: it.reaction.clone(),
            link: it.link,
        },
        standing: Standing::Active,
        experiencer: PATIENT.to_owned(),
        confidence: REACTION_CONFIDENCE,
        measured_at: None,
    }
}

/// A turn about another person: only illnesses of the family are remembered.
fn facts_of_another(slots: &Slots, subject: &Subject) -> (Vec<Fact>, Vec<Ignored>) {
    let (mut facts, mut ignored) = (Vec::new(), Vec::new());
    let runs_in_family = |item: &&Item| {
        subject.family
            && item.experiencer == subject.person
            && matches!(item.status, Status::Active | Status::Past)
    };
    for item in &slots.conditions {
        if runs_in_family(&item) || standing(ProfileSlot::Conditions, item) == Ok(Standing::Family)
        {
            facts.push(fact_of(ProfileSlot::Conditions, item, Standing::Family));
        } else {
            ignored.push(Ignored::words(&item.text, item.start, item.end, WhyIgnored::OtherPerson));
        }
    }
    let items = [&slots.allergies, &slots.symptoms, &slots.medications, &slots.habits]
        .into_iter()
        .flatten();
    let items = items.map(|it| (&it.text, it.start, it.end));
    let values = slots.vitals.iter().chain(&slots.labs).map(|it| (&it.text, it.start, it.end));
    ignored.extend(
        items
            .chain(values)
            .map(|(text, start, end)| Ignored::words(text, start, end, WhyIgnored::OtherPerson)),
    );
    (facts, ignored)
}

/// The standing of an item, or why it is not remembered.
fn standing(slot: ProfileSlot, item: &Item) -> Result<Standing, WhyIgnored> {
    match item.status {
        // 집안에 당뇨는 아무도 없어요: a negation about others is not one about the patient.
        Status::Negated if item.experiencer != PATIENT => Err(WhyIgnored::OtherPerson),
        Status::Active => Ok(Standing::Active),
        Status::Negated => Ok(Standing::Negated),
        Status::Past => Ok(Standing::Past),
        Status::Stopped => Ok(Standing::Stopped),
        Status::Planned => Ok(Standing::Planned),
        Status::Hypothetical => Ok(Standing::Hypothetical),
        // Illnesses of the family count, but not the relatives' complaints and drugs.
        Status::Family if slot == ProfileSlot::Conditions && !item.negated => Ok(Standing::Family),
        Status::Family | Status::OtherPerson => Err(WhyIgnored::OtherPerson),
        Status::Asked => Err(WhyIgnored::OnlyAsked),
        Status::Allergy => Ok(Standing::Allergy),
    }
}

fn fact_of(slot: ProfileSlot, item: &Item, standing: Standing) -> Fact {
    let since = item.duration.clone().or_else(|| item.date.clone());
    let value = if slot == ProfileSlot::Medications {
        Value::Drug {
            dose: item.dose.as_ref().map(|it| match it.count {
                Some(count) => format!("{}{} × {count}", it.value, it.unit),
                None => format!("{}{}", it.value, it.unit),
            }),
            per_day: item.frequency.as_ref().and_then(|it| it.per_day),
            since,
        }
    } else {
        Value::Plain { since, course: item.course.filter(|_| standing == Standing::Active) }
    };
    Fact {
        slot,
        concept: Concept::known(&item.name, item.code.as_deref()),
        value,
        standing,
        experiencer: match standing {
            Standing::Family => item.experiencer.clone(),
            _ => PATIENT.to_owned(),
        },
        confidence: item.confidence,
        measured_at: None,
    }
}

fn measured(slot: ProfileSlot, it: &Measurement, at: Timestamp) -> Fact {
    Fact {
        slot,
        concept: Concept::known(&it.kind, None),
        value: Value::Measured {
            name: it.name.clone(),
            value: it.value,
            upper: it.upper,
            comparator: it.comparator,
            systolic: it.systolic,
            diastolic: it.diastolic,
            unit: it.unit.clone(),
        },
        standing: Standing::Active,
        experiencer: PATIENT.to_owned(),
        confidence: it.confidence,
        measured_at: it.date.as_deref().and_then(|words| moment(words, at)),
    }
}

/// The demographic facts of a turn. `corrects` tells whether words that start at a place take back what
/// was said before.
fn demographics(found: &Demographics, corrects: impl Fn(usize) -> bool) -> Vec<Statement> {
    let mut facts = Vec::new();
    let mut add = |field: &str, mention: &str, value: Value| {
        let mentions = || found.mentions.iter().filter(|it| it.field == mention);
        let fact = Fact {
            slot: ProfileSlot::Demographics,
            concept: Concept::known(field, None),
            value,
            standing: Standing::Active,
            experiencer: PATIENT.to_owned(),
            confidence: mentions().map(|it| it.confidence).fold(0.0, f64::max),
            measured_at: None,
        };
        facts.push(Statement { fact, corrects: mentions().any(|it| corrects(it.start)) });
    };
    match (found.age, &found.age_group) {
        (Some(years), _) => {
            let age = Value::Age { years, months: found.age_months, approximate: false };
            add("age", "age", age);
        }
        (None, Some(group)) => {
            add("age", "age_group", Value::AgeGroup { group: group.clone() });
        }
        (None, None) => {}
    }
    let sex = match found.gender.as_deref() {
        Some("남성") => Some(Sex::Male),
        Some("여성") => Some(Sex::Female),
        _ => None,
    };
    if let Some(sex) = sex {
        let own = found.mentions.iter().any(|it| it.field == "gender");
        let implied = if found.is_lactating == Some(true) { "lactation" } else { "pregnancy" };
        add("sex", if own { "gender" } else { implied }, Value::Sex { sex });
    }
    let state = match (found.is_pregnant, found.pregnancy_status) {
        (Some(true), _) => Some(Pregnancy::Yes),
        (Some(false), Some("ended")) => Some(Pregnancy::Over),
        (Some(false), _) => Some(Pregnancy::No),
        (None, Some("planned")) => Some(Pregnancy::Planned),
        (None, Some(_)) => Some(Pregnancy::Possible),
        (None, None) => None,
    };
    if let Some(state) = state {
        add("pregnancy", "pregnancy", Value::Pregnancy { state, weeks: found.pregnancy_weeks });
    }
    if let Some(nursing) = found.is_lactating {
        add("lactation", "lactation", Value::Lactation { nursing });
    }
    facts
}
