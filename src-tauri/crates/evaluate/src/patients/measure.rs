use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use simui_clinical::{Extractor, Slots};
use simui_patient::{MemoryRules, Profile, ProfileItem, Sex, TurnTime, Value};

use super::{Expected, Person};
use crate::{EvaluateError, Rate};

/// The result of an evaluation of the patient memory with invented patients.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MemoryReport {
    /// Number of people.
    pub patients: u32,
    /// Number of turns.
    pub turns: u32,
    /// Facts that were stated and are remembered as they were stated.
    pub remembered: Rate,
    /// Facts of somebody else, or only asked about, that are not remembered as the patient's.
    pub kept_out: Rate,
    /// People for whom every fact is right.
    pub people: Rate,
    /// Allergies of the first turn that the summary after the last turn has in its first section.
    pub allergies: Rate,
    /// People whose profile is the same whether or not the turns of others come in between.
    pub apart: Rate,
    /// The facts that are wrong.
    pub missed: Vec<Missed>,
}

/// A fact that is wrong in a profile.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Missed {
    /// Id of the person.
    pub person: String,
    /// The fact that was expected, or that must not be remembered.
    pub fact: Expected,
    /// True when the fact must not be remembered.
    pub forbidden: bool,
}

/// Runs the turns of all people, once one person after the other and once interleaved, and compares the
/// profiles with the expected facts.
pub fn measure(
    people: &[Person],
    extractor: &Extractor,
    rules: &MemoryRules,
    start: Timestamp,
) -> Result<MemoryReport, EvaluateError> {
    let mut read: Vec<Vec<(TurnTime, Slots)>> = Vec::new();
    for person in people {
        let turns = person.turns.iter().map(|turn| {
            let time = TurnTime {
                turn: turn.turn,
                at: start + SignedDuration::from_hours(i64::from(turn.hours)),
            };
            Ok((time, extractor.extract(&turn.text)?))
        });
        read.push(turns.collect::<Result<_, EvaluateError>>()?);
    }
    let separate: Vec<Profile> = read
        .iter()
        .map(|turns| {
            let mut profile = Profile::new();
            for (time, slots) in turns {
                profile.absorb(slots, *time, rules);
            }
            profile
        })
        .collect();
    let mut interleaved = vec![Profile::new(); people.len()];
    let mut order: Vec<(TurnTime, usize, usize)> = Vec::new();
    for (person, turns) in read.iter().enumerate() {
        order.extend(turns.iter().enumerate().map(|(at, turn)| (turn.0, person, at)));
    }
    order.sort_by_key(|it| (it.0.at, it.1));
    for (time, person, at) in order {
        interleaved[person].absorb(&read[person][at].1, time, rules);
    }
    let mut missed = Vec::new();
    let (mut remembered, mut kept_out, mut is_right, mut allergies) =
        (vec![], vec![], vec![], vec![]);
    for ((person, profile), turns) in people.iter().zip(&separate).zip(&read) {
        let before = missed.len();
        let now = turns.last().map_or(start, |it| it.0.at);
        let mut check = |fact: &Expected, forbidden: bool| {
            let there = profile.items().iter().any(|it| matches(it, fact));
            if there == forbidden {
                let (person, fact) = (person.id.clone(), fact.clone());
                missed.push(Missed { person, fact, forbidden });
            }
            there != forbidden
        };
        remembered.extend(person.facts.iter().map(|it| check(it, false)));
        kept_out.extend(person.never.iter().map(|it| check(it, true)));
        is_right.push(missed.len() == before);
        let summary = profile.summary(now, rules);
        let first = summary.sections.first().filter(|it| it.key == "allergies");
        let allergies_stated = person.facts.iter().filter(|it| it.standing == "allergy");
        allergies.extend(allergies_stated.map(|allergy| {
            first.is_some_and(|section| {
                section.lines.iter().any(|line| line.text.contains(&allergy.name))
            })
        }));
    }
    Ok(MemoryReport {
        patients: count(people.len()),
        turns: count(read.iter().map(Vec::len).sum()),
        remembered: Rate::over(remembered),
        kept_out: Rate::over(kept_out),
        people: Rate::over(is_right),
        allergies: Rate::over(allergies),
        apart: Rate::over(
            separate
                .iter()
                .zip(&interleaved)
                .map(|(separate, interleaved)| separate == interleaved),
        ),
        missed,
    })
}

fn matches(item: &ProfileItem, expected: &Expected) -> bool {
    let fact = &item.fact;
    let value = match &fact.value {
        Value::Age { years, .. } => Some(f64::from(*years)),
        Value::Sex { sex } => Some(f64::from(u8::from(*sex == Sex::Female))),
        Value::Pregnancy { weeks, .. } => weeks.map(f64::from),
        Value::Measured { value, systolic, .. } => value.or(*systolic),
        _ => None,
    };
    fact.slot.as_str() == expected.slot
        && fact.concept.name == expected.name
        && fact.standing.as_str() == expected.standing
        && (expected.value.is_none() || value == expected.value)
}

fn count(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
