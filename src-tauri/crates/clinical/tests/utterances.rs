//! Measures the extraction on turns as people say and type them (`tests/corpora/utterances`).
//!
//! Each turn has items that must be found and items that may be found. Two figures are reported for each
//! set. *Strict*: every item of `must` is found, and nothing that is in neither `must` nor `may`. *As
//! asked*: every item of `must` is found, and nothing that is in `forbid`. The notation is that of
//! `cases/README.md`; `a|b` accepts either, `C 감기/*` any status, and names are compared as the concepts
//! they mean.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test stops at the first surprise, and prints what it measures"
)]

use serde::Deserialize;
use simui_clinical::{Demographics, Extractor, Item, Measurement, Slot, Slots, Status};
use simui_tests::corpora::{self, Figures, Set};

#[derive(Deserialize)]
struct Turn {
    id: String,
    text: String,
    must: Vec<String>,
    #[serde(default)]
    may: Vec<String>,
    #[serde(default)]
    forbid: Vec<String>,
}

/// The errors in the reading of a turn.
struct Faults {
    missing: Vec<String>,
    /// Facts that are neither required nor allowed.
    extra: Vec<Fact>,
    /// Facts that are forbidden.
    forbidden: Vec<Fact>,
}

impl Faults {
    fn is_strictly_right(&self) -> bool {
        self.missing.is_empty() && self.extra.is_empty() && self.forbidden.is_empty()
    }

    fn is_right_as_asked(&self) -> bool {
        self.missing.is_empty() && self.forbidden.is_empty()
    }
}

/// A fact that is found or expected: `C`, `당뇨병`, `[]`, `negated`.
#[derive(Debug, Clone, PartialEq)]
struct Fact {
    slot: char,
    name: String,
    numbers: Vec<f64>,
    status: String,
    /// Whether it is a fact of another person who is the patient of the turn.
    of_another: bool,
}

impl Fact {
    /// Reads the notation of the sets: `V blood_pressure 140/90`, `C 당뇨병/negated`.
    fn read(written: &str, extractor: &Extractor) -> Self {
        let (slot, rest) = written.trim().split_once(' ').unwrap();
        let slot = slot.chars().next().unwrap();
        let mut numbers = Vec::new();
        let mut words = Vec::new();
        let mut status = if slot == 'A' { "allergy" } else { "active" }.to_owned();
        let (body, suffix) = match rest.rsplit_once('/') {
            Some((body, suffix))
                if suffix == "*"
                    || suffix.chars().all(|it| it.is_ascii_lowercase() || it == '_') =>
            {
                (body, Some(suffix))
            }
            _ => (rest, None),
        };
        if let Some(suffix) = suffix {
            suffix.clone_into(&mut status);
        }
        if matches!(slot, 'V' | 'L' | 'D') {
            for part in body.split([' ', '/']) {
                match part.parse() {
                    Ok(number) => numbers.push(number),
                    Err(_) if part == "pulse" => words.push("heart_rate".to_owned()),
                    Err(_) => words.push(part.to_owned()),
                }
            }
        } else {
            words.push(canonical(slot, body, extractor));
        }
        // Names that the writers of the sets use instead of those of this crate.
        if let (Some(first), 'V' | 'L') = (words.first_mut(), slot) {
            match first.as_str() {
                "pulse" => "heart_rate".clone_into(first),
                "triglycerides" | "tg" => "triglyceride".clone_into(first),
                _ => {}
            }
        }
        Self { slot, name: words.join(" "), numbers, status, of_another: false }
    }

    /// Whether this fact satisfies an expected one. Conditions and symptoms are not distinguished, and
    /// numbers may differ by one percent. A fact of another person who is the patient satisfies any
    /// status of another person.
    fn meets(&self, expected: &Self) -> bool {
        let is_of_patient =
            matches!(expected.status.as_str(), "family" | "other_person") && self.of_another;
        self.is(expected, 0.01)
            || is_of_patient && self.is(&Self { status: "*".into(), ..expected.clone() }, 0.01)
    }

    /// Whether this fact has the status of a label. The labels have fewer statuses: a stopped drug is
    /// `past`, a drug that is asked about or planned is `hypothetical`, and anybody of the household is
    /// `family`.
    fn has_status(&self, expected: &str) -> bool {
        let status = self.status.as_str();
        let is_equivalent = match (self.slot, expected) {
            ('M', "past") => status == "stopped",
            ('M', "hypothetical") => matches!(status, "asked" | "planned"),
            (_, "family") => status == "other_person",
            _ => false,
        };
        expected == "*" || status == expected || is_equivalent
    }

    /// Whether two facts are the same, with a relative tolerance for numbers.
    fn is(&self, expected: &Self, tolerance: f64) -> bool {
        let kind = |slot: char| if slot == 'S' { 'C' } else { slot };
        let bare = |name: &str| name.split('(').next().unwrap().to_owned();
        let near = |(a, b): (&f64, &f64)| (a - b).abs() <= tolerance * b.abs() + 1e-9;
        // The name of a combination contains the names of its parts.
        let same_name = bare(&self.name) == bare(&expected.name)
            || self.slot == 'M' && self.name.split('/').any(|it| it == expected.name);
        kind(self.slot) == kind(expected.slot)
            && same_name
            && self.has_status(&expected.status)
            && (expected.numbers.is_empty()
                || self.numbers.len() == expected.numbers.len()
                    && self.numbers.iter().zip(&expected.numbers).all(near))
    }
}

/// The name of the concept that a name means, or the name itself if there is no such concept.
fn canonical(slot: char, name: &str, extractor: &Extractor) -> String {
    let text = if slot == 'A' { format!("{name} 알레르기") } else { name.to_owned() };
    let slots = extractor.extract(&text).unwrap();
    let items: Vec<&Item> = match slot {
        'A' => slots.allergies.iter().collect(),
        'M' => slots.medications.iter().collect(),
        _ => slots.conditions.iter().chain(&slots.symptoms).collect(),
    };
    let complete = items.iter().find(|it| it.start == 0 && it.end == name.chars().count());
    complete.map_or_else(|| name.to_owned(), |it| it.name.clone())
}

fn facts(slots: &Slots) -> Vec<Fact> {
    let mut facts = Vec::new();
    let lists = [
        ('C', &slots.conditions),
        ('S', &slots.symptoms),
        ('M', &slots.medications),
        ('A', &slots.allergies),
    ];
    let of_another = |name: &str| slots.subject.as_ref().is_some_and(|it| it.person == name);
    for (slot, items) in lists {
        facts.extend(items.iter().map(|it| Fact {
            slot,
            name: it.name.clone(),
            numbers: vec![],
            status: it.status.as_str().to_owned(),
            of_another: of_another(&it.experiencer),
        }));
    }
    let measured = |slot: char, it: &Measurement| Fact {
        slot,
        name: it.kind.clone(),
        numbers: [it.value, it.systolic, it.diastolic].into_iter().flatten().collect(),
        status: it.status.as_str().to_owned(),
        of_another: of_another(&it.experiencer),
    };
    facts.extend(slots.vitals.iter().map(|it| measured('V', it)));
    facts.extend(slots.labs.iter().map(|it| measured('L', it)));
    facts.extend(person(&slots.demographics));
    facts
}

/// The stated demographic facts of the patient, without those that are inferred.
fn person(it: &Demographics) -> Vec<Fact> {
    let mut facts = Vec::new();
    let mut add = |name: String, number: Option<u32>| {
        let numbers = number.map(f64::from).into_iter().collect();
        let status = Status::Active.as_str().to_owned();
        facts.push(Fact { slot: 'D', name, numbers, status, of_another: false });
    };
    let is_stated = |field: &str| it.mentions.iter().any(|it| it.field == field);
    if is_stated("age") {
        match (it.age_days, it.age_months, it.age) {
            (_, Some(months), _) => add("months".into(), Some(months)),
            (Some(days), ..) => add("days".into(), Some(days)),
            (.., Some(age)) => add("age".into(), Some(age)),
            _ => {}
        }
    }
    if let (true, Some(group)) = (is_stated("age_group"), &it.age_group) {
        add(format!("group {group}"), None);
    }
    if let (true, Some(gender)) = (is_stated("gender"), &it.gender) {
        add(format!("gender {gender}"), None);
    }
    if let Some(pregnant) = it.is_pregnant {
        add(format!("pregnant {pregnant}"), None);
    }
    if it.pregnancy_weeks.is_some() {
        add("weeks".into(), it.pregnancy_weeks);
    }
    if let Some(lactating) = it.is_lactating {
        add(format!("lactating {lactating}"), None);
    }
    facts
}

/// The errors in the reading of a turn.
fn faults(turn: &Turn, extractor: &Extractor) -> Faults {
    let read = |written: &String| -> Vec<Fact> {
        written.split('|').map(|it| Fact::read(it, extractor)).collect()
    };
    let must: Vec<Vec<Fact>> = turn.must.iter().map(read).collect();
    let may: Vec<Fact> = turn.may.iter().flat_map(read).collect();
    let forbid: Vec<Fact> = turn.forbid.iter().flat_map(read).collect();
    let slots = extractor.extract(&turn.text).unwrap();
    let found = facts(&slots);
    let any = |found: &Fact, list: &[Fact]| list.iter().any(|it| found.meets(it));
    let missing = turn.must.iter().zip(&must);
    let missing = missing
        .filter(|(_, names)| !found.iter().any(|it| any(it, names)))
        .map(|(written, _)| written.clone())
        .collect();
    let required = |it: &Fact| must.iter().any(|names| any(it, names));
    // 엄마가 68세신데: only some of the writers expect the sex that the word implies.
    let of_kin =
        |it: &Fact| slots.subject.is_some() && it.slot == 'D' && it.name.starts_with("gender");
    let extra = found.iter().filter(|it| !required(it) && !any(it, &may) && !of_kin(it));
    let extra = extra.cloned().collect();
    // A writer may require `other_person` and forbid `family`, where we read one as the other.
    let is_forbidden = |fact: &Fact| {
        forbid.iter().any(|no| fact.is(no, 0.0) && (fact.status == no.status || !required(fact)))
    };
    let forbidden = found.iter().filter(|it| is_forbidden(it)).cloned();
    let forbidden = forbidden.collect();
    Faults { missing, extra, forbidden }
}

/// Whether the lexicon has any of the names of an item.
fn is_named(written: &str, extractor: &Extractor) -> bool {
    written.split('|').any(|name| {
        let fact = Fact::read(name, extractor);
        let slots = match fact.slot {
            'C' | 'S' => [Slot::Condition, Slot::Symptom],
            'M' => [Slot::Medication, Slot::Medication],
            'A' => [Slot::Medication, Slot::Allergen],
            _ => return true,
        };
        slots.iter().any(|slot| extractor.lexicon().has_concept(*slot, &fact.name))
    })
}

/// The numbers of turns that are right strictly and as asked; the errors of a set that was read are printed.
fn measure(set: &Set, extractor: &Extractor) -> Result<Figures, String> {
    let (mut strict, mut asked, mut without_name) = (0u32, 0u32, 0usize);
    for turn in set.lines::<Turn>("")? {
        let faults = faults(&turn, extractor);
        strict += u32::from(faults.is_strictly_right());
        asked += u32::from(faults.is_right_as_asked());
        without_name += usize::from(turn.must.iter().any(|it| !is_named(it, extractor)));
        if set.read && !faults.is_strictly_right() {
            let written = |facts: &[Fact]| -> Vec<String> {
                let write =
                    |it: &Fact| format!("{} {} {:?}/{}", it.slot, it.name, it.numbers, it.status);
                facts.iter().map(write).collect()
            };
            let (extra, forbidden) = (written(&faults.extra), written(&faults.forbidden));
            println!("{} {}\n    missing {:?}", turn.id, turn.text, faults.missing);
            println!("    too much {extra:?}\n    forbidden {forbidden:?}");
        }
    }
    println!("{}: {without_name} ask for a name the lexicon lacks", set.path);
    Ok(vec![("strict", f64::from(strict)), ("asked", f64::from(asked))])
}

#[test]
fn turns_are_read_as_their_labels_say() {
    let extractor = Extractor::shipped().unwrap();
    let below = corpora::run("utterances", "extraction", |set| measure(set, &extractor));
    assert!(below.is_empty(), "{below:#?}");
}
