//! Warnings that come before any answer: limits of measured values, drugs in pregnancy, amounts above a daily
//! maximum.
//!
//! The rules are data with sources (`rules/safety.toml`, `syndromes.toml`, `daily_dose.toml`,
//! `value_states.toml`) and are evaluated over the clinical facts of a text. A rule about a person applies
//! only if the text states its condition. Implausible values raise no warning.

mod daily_dose;
mod person;
mod rule;
mod value_state;

use simui_clinical::{
    AdverseReaction, Comparator, Course, INFANT_MONTHS, Item, Lexicon, Link, Measurement, PATIENT,
    Slots, Status, is_animal,
};
pub use simui_clinical::{Severity, Warning};
use simui_korean::particles::{OBJECT, SUBJECT, TOPIC, WITH, with_particle};

use crate::ConsultError;
use daily_dose::DailyDoses;
use person::{Person, describe_person};
use rule::{ANY_DRUG, Pregnancy, Rule, Rules};
use value_state::ValueStates;

/// The cue of what comes with every dose or meal.
const EACH_TIME: &str = "onset.each_time";

/// Age in months below which a child is called 아이.
const CHILD_MONTHS: u32 = 144;

/// The safety rules.
#[derive(Debug)]
pub struct Safety {
    rules: Rules,
    doses: DailyDoses,
    states: ValueStates,
}

impl Safety {
    /// The rules that are compiled into the program. Fails if one is malformed or uses a name that `lexicon`
    /// lacks.
    pub fn shipped(lexicon: &Lexicon) -> Result<Self, ConsultError> {
        let mut rules =
            Rules::read("safety.toml", include_str!("../../rules/safety.toml"), lexicon)?;
        let syndromes = include_str!("../../rules/syndromes.toml");
        rules.rules.extend(Rules::read("syndromes.toml", syndromes, lexicon)?.rules);
        let doses = DailyDoses::read(
            "daily_dose.toml",
            include_str!("../../rules/daily_dose.toml"),
            lexicon,
        )?;
        let states = include_str!("../../rules/value_states.toml");
        let states = ValueStates::read("value_states.toml", states, lexicon)?;
        Ok(Self { rules, doses, states })
    }

    /// The most that an adult takes of a drug by mouth in a day, in mg, with its source. `drug` is its Korean
    /// name.
    pub fn daily_maximum(&self, drug: &str) -> Option<(f64, &str)> {
        self.doses.maximum(drug)
    }

    /// Names of the illnesses that measured values of the patient mean: 고칼륨혈증 of a potassium of 5.9.
    pub fn states_of_values<'a>(&'a self, slots: &'a Slots) -> impl Iterator<Item = &'a str> {
        self.states.of(slots)
    }

    /// The warnings for the facts of a text, gravest first: one for each rule and value or drug.
    pub fn warnings(&self, slots: &Slots) -> Vec<Warning> {
        // A pulse of 45 is 서맥, as if the text had said so.
        let by_values = |it: &str| Item::stated(it, Status::Active);
        let by_values: Vec<Item> = self.states.of(slots).map(by_values).collect();
        let mut warnings: Vec<Warning> =
            self.rules.rules.iter().flat_map(|rule| warnings_of(rule, slots, &by_values)).collect();
        let drugs = slots.medications.iter().filter(|it| is_relevant(it.status));
        warnings.extend(drugs.filter_map(|it| self.doses.warning(it)));
        let all = warnings.clone();
        warnings.retain(|it| !all.iter().any(|graver| self.covers(graver, it)));
        warnings.sort_by_key(|it| (it.severity, it.start));
        warnings
    }

    /// Whether one warning makes another superfluous: its rule covers the other's, on the same words, or, for
    /// findings, on the same person.
    fn covers(&self, graver: &Warning, lesser: &Warning) -> bool {
        let rule = self.rules.rules.iter().find(|it| it.id == graver.rule);
        let is_general = |id: &str| self.rules.rules.iter().any(|it| it.id == id && it.general);
        let is_superfluous = graver.severity == Severity::Emergency
            && graver.experiencer == lesser.experiencer
            && is_general(&lesser.rule)
            && !is_general(&graver.rule);
        is_superfluous
            || rule.is_some_and(|rule| {
                let same = match rule.findings.is_empty() {
                    true => graver.start == lesser.start,
                    false => graver.experiencer == lesser.experiencer,
                };
                same && rule.covers.contains(&lesser.rule)
            })
    }
}

/// Whether somebody has a finding now.
fn is_present(item: &Item) -> bool {
    let present = matches!(item.status, Status::Active | Status::OtherPerson | Status::Family);
    present && !item.negated
}

/// Whether a finding comes with every dose or meal (복숭아 먹으면 입술이 부어요) rather than now.
fn recurs(item: &Item, slots: &Slots) -> bool {
    let is_of =
        |it: &&AdverseReaction| it.reaction == item.name && it.experiencer == item.experiencer;
    item.cues.contains(&EACH_TIME)
        || slots.reactions.iter().filter(is_of).any(|it| it.link == Link::Recurring)
}

/// Whether somebody has, takes, plans or asks about an item.
fn is_relevant(status: Status) -> bool {
    matches!(
        status,
        Status::Active | Status::Asked | Status::Planned | Status::OtherPerson | Status::Family
    )
}

/// The warnings of one rule: for each value beyond a limit, for its findings if no value warned, and for each
/// drug.
fn warnings_of(rule: &Rule, slots: &Slots, by_values: &[Item]) -> Vec<Warning> {
    let applies_to =
        |experiencer: &str| applies_to_person(rule, &describe_person(slots, experiencer));
    let mut warnings = Vec::new();
    for value in slots.vitals.iter().chain(&slots.labs) {
        if value.plausible
            && applies_to(&value.experiencer)
            && rule.any.iter().any(|limit| limit.holds(value))
        {
            warnings.push(warning(
                rule,
                &format_value(value),
                &value.experiencer,
                (value.start, value.end),
            ));
        }
    }
    let named = |items: &[Item], names: &[String]| -> Vec<Item> {
        let names_it =
            |it: &Item| names.iter().any(|name| name == ANY_DRUG || it.is_or_contains(name));
        let is_named = |it: &&Item| is_relevant(it.status) && !it.negated && names_it(it);
        items.iter().filter(is_named).cloned().collect()
    };
    // A fever that was measured has raised this warning already.
    if warnings.is_empty() {
        warnings.extend(warning_of_findings(rule, slots, by_values));
    }
    for drug in
        named(&slots.medications, &rule.drugs).iter().filter(|it| applies_to(&it.experiencer))
    {
        let is_taken = matches!(drug.status, Status::Active | Status::OtherPerson | Status::Family);
        if (is_taken || !rule.taken) && is_taken_so(rule, drug) {
            warnings.push(warning(rule, &drug.name, &drug.experiencer, (drug.start, drug.end)));
        }
    }
    warnings
}

/// The warning of a rule whose findings one person has, after the exposure that the rule asks for.
fn warning_of_findings(rule: &Rule, slots: &Slots, by_values: &[Item]) -> Option<Warning> {
    let items: Vec<&Item> = slots
        .symptoms
        .iter()
        .chain(&slots.conditions)
        .chain(&slots.habits)
        .filter(|it| is_present(it) && !is_animal(&it.experiencer))
        .filter(|it| rule.severity != Severity::Emergency || !recurs(it, slots))
        .chain(by_values)
        .collect();
    let (first, rest) = rule.findings.split_first()?;
    let is_first = |item: &&&Item| {
        first.contains(&item.name)
            && (item.sudden || !rule.sudden)
            && (item.severe || !rule.severe)
            && (item.course.is_some_and(Course::is_no_better) || !rule.unrelieved)
            && (item.experiencer != PATIENT || slots.subject.is_some() || !rule.of_another)
            && (rule.cues.is_empty()
                || item.cues.iter().any(|it| rule.cues.iter().any(|cue| cue == it)))
    };
    let is_excused = |person: &str| {
        let drugs = slots.medications.iter().filter(|it| is_relevant(it.status));
        let mut known = items.iter().copied().chain(drugs);
        known.any(|item| {
            let explains = |name: &String| item.is_or_contains(name);
            item.experiencer == person && rule.unless.iter().any(explains)
        })
    };
    let finding = items.iter().filter(is_first).find(|item| {
        let others: Vec<&Item> = items
            .iter()
            .copied()
            .filter(|other| rule.anyone || other.experiencer == item.experiencer)
            .filter(|other| other.name != item.name)
            .collect();
        let is_of = |person: &str| applies_to_person(rule, &describe_person(slots, person));
        // 만삭인데 아기가 안 움직여요: the pregnancy is of the patient, the finding of the child.
        (is_of(&item.experiencer) || (rule.anyone && is_of("patient")))
            && !is_excused(&item.experiencer)
            && has_one_of_each(rest, &others)
            && (rule.exposure.is_empty() || exposure(rule, slots, item).is_some())
    })?;
    let subject = exposure(rule, slots, finding).map_or(&finding.name, |it| &it.name);
    Some(warning(rule, subject, &finding.experiencer, (finding.start, finding.end)))
}

/// Whether `items` have one of every group, each by another name.
fn has_one_of_each(groups: &[Vec<String>], items: &[&Item]) -> bool {
    let Some((group, rest)) = groups.split_first() else { return true };
    items.iter().filter(|it| group.contains(&it.name)).any(|chosen| {
        let others: Vec<&Item> =
            items.iter().copied().filter(|it| it.name != chosen.name).collect();
        has_one_of_each(rest, &others)
    })
}

/// Whether a drug is taken as often, in a dose of the unit, and in excess, as a rule asks for.
fn is_taken_so(rule: &Rule, drug: &Item) -> bool {
    let per_day = drug.frequency.as_ref().and_then(|it| it.per_day);
    let unit = drug.dose.as_ref().map(|it| &it.unit);
    (drug.extra_dose || !rule.extra_dose)
        && rule.per_day_at_least.is_none_or(|least| per_day.is_some_and(|it| it >= least))
        && (rule.units.is_empty() || unit.is_some_and(|it| rule.units.contains(it)))
}

/// The drug of a rule's exposure that the person of a finding takes, took or reacted to; one that a text
/// calls the cause comes first, and one that is only asked about last.
fn exposure<'s>(rule: &Rule, slots: &'s Slots, finding: &Item) -> Option<&'s Item> {
    let experiencer = &finding.experiencer;
    let is_cause = |drug: &Item| {
        let reactions = slots.reactions.iter().filter(|it| it.reaction == finding.name);
        reactions.filter(|it| !it.is_past).any(|it| it.drug == drug.name)
    };
    let drugs = slots.medications.iter().chain(&slots.allergies);
    let exposures = drugs.filter(|item| {
        let is_named =
            rule.exposure.iter().any(|name| name == ANY_DRUG || item.is_or_contains(name));
        let is_same = rule.anyone || item.experiencer == *experiencer;
        let is_of_person = is_same && item.status != Status::Planned;
        is_named && !item.negated && is_of_person && (!rule.linked || is_cause(item))
    });
    exposures.min_by_key(|it| (!is_cause(it), it.status == Status::Asked))
}

/// Whether the conditions of a rule on age and pregnancy are met; a condition on something unknown is not.
fn applies_to_person(rule: &Rule, person: &Person) -> bool {
    // 아기 and 아이 without an age are younger than these words mean.
    let months = person.months.or(person.infant.then_some(INFANT_MONTHS - 1));
    let months = months.or(person.child.then_some(CHILD_MONTHS - 1));
    let young = rule.age_months_below.is_none_or(|below| months.is_some_and(|it| it < below));
    let old_enough =
        rule.age_months_at_least.is_none_or(|least| person.months.is_some_and(|it| it >= least));
    let excepted =
        rule.unless_months_below.is_some_and(|below| person.months.is_some_and(|it| it < below));
    let pregnant = match rule.pregnancy {
        None => true,
        Some(Pregnancy::Stated) => person.pregnant,
        Some(Pregnancy::Possible) => person.pregnant || person.perhaps_pregnant,
        Some(Pregnancy::Ended) => person.was_pregnant,
    };
    let weeks = rule.weeks_at_least.is_none_or(|least| person.weeks.is_some_and(|it| it >= least));
    young && old_enough && !excepted && pregnant && weeks
}

/// The number of a measurement, or both of a blood pressure: `190/125`, `>6`.
fn format_value(value: &Measurement) -> String {
    let sign = value.comparator.map(Comparator::sign).unwrap_or_default();
    let number = |it: Option<f64>| it.map_or("-".to_owned(), |it| it.to_string());
    let text = match (value.value, value.systolic, value.diastolic) {
        (Some(value), ..) => value.to_string(),
        (_, Some(systolic), None) => systolic.to_string(),
        (_, systolic, diastolic) => format!("{}/{}", number(systolic), number(diastolic)),
    };
    format!("{sign}{text}")
}

/// The text of a warning about a value or drug, with the particles that fit it: {drug}을(를).
fn with_subject(text: &str, subject: &str) -> String {
    let written = [("을(를)", OBJECT), ("은(는)", TOPIC), ("이(가)", SUBJECT), ("과(와)", WITH)];
    let mut text = text.replace("{value}", "{drug}");
    for (particle, pair) in written {
        text = text.replace(&format!("{{drug}}{particle}"), &with_particle(subject, pair));
    }
    text.replace("{drug}", subject)
}

/// The text of a warning, after the word for the person if that is not the patient: `남편: 칼륨 …`.
pub fn naming_person(text: String, experiencer: &str) -> String {
    match experiencer {
        PATIENT => text,
        person => format!("{person}: {text}"),
    }
}

/// The warning of a rule about a value or drug, `subject`, at a span in Unicode scalars.
fn warning(rule: &Rule, subject: &str, experiencer: &str, span: (usize, usize)) -> Warning {
    Warning {
        rule: rule.id.clone(),
        severity: rule.severity,
        text: naming_person(with_subject(&rule.warning, subject), experiencer),
        experiencer: experiencer.to_owned(),
        source: rule.source.clone(),
        quote: String::new(),
        start: span.0,
        end: span.1,
    }
}
