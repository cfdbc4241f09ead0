//! Warnings that come before any answer: limits of measured values, drugs in pregnancy, amounts above a day's maximum.
//!
//! The rules are data (`rules/safety.toml`, `rules/daily_dose.toml`), each with its source; this evaluates them over the slots
//! of a text. A rule about a person holds only where the text says what it asks for. What is not plausible warns of nothing.

mod daily_dose;
mod person;
mod rule;

use simui_clinical::{Item, Lexicon, Measurement, Slots, Status};
pub use simui_clinical::{Severity, Warning};

use crate::ConsultError;
use daily_dose::DailyDoses;
use person::{Person, of};
use rule::{Pregnancy, Rule, Rules};

/// The safety rules.
#[derive(Debug)]
pub struct Safety {
    rules: Rules,
    doses: DailyDoses,
}

impl Safety {
    /// The rules that come with the program, their names checked against the lexicon.
    pub fn shipped(lexicon: &Lexicon) -> Result<Self, ConsultError> {
        let rules = Rules::read("safety.toml", include_str!("../../rules/safety.toml"), lexicon)?;
        let doses = DailyDoses::read(
            "daily_dose.toml",
            include_str!("../../rules/daily_dose.toml"),
            lexicon,
        )?;
        Ok(Self { rules, doses })
    }

    /// The warnings of a text, the gravest first; each rule once for each value or drug.
    pub fn warnings(&self, slots: &Slots) -> Vec<Warning> {
        let mut warnings: Vec<Warning> =
            self.rules.rules.iter().flat_map(|rule| of_rule(rule, slots)).collect();
        let drugs = slots.medications.iter().filter(|it| concerns(it.status));
        warnings.extend(drugs.filter_map(|it| self.doses.warning(it)));
        // What is forbidden outright need not also be called harmful, nor a crisis also severe in pregnancy.
        for (graver, lesser) in [
            ("pregnancy_contraindicated", "pregnancy_harmful"),
            ("blood_pressure_crisis", "pregnancy_pressure"),
        ] {
            let said: Vec<usize> =
                warnings.iter().filter(|it| it.rule == graver).map(|it| it.start).collect();
            warnings.retain(|it| it.rule != lesser || !said.contains(&it.start));
        }
        warnings.sort_by_key(|it| (it.severity, it.start));
        warnings
    }
}

/// Taken, planned or asked about, by whomever.
fn concerns(status: Status) -> bool {
    matches!(
        status,
        Status::Active | Status::Asked | Status::Planned | Status::OtherPerson | Status::Family
    )
}

fn of_rule(rule: &Rule, slots: &Slots) -> Vec<Warning> {
    let who = |experiencer: &str| holds_for(rule, &of(slots, experiencer));
    let mut warnings = Vec::new();
    for value in slots.vitals.iter().chain(&slots.labs) {
        if value.plausible
            && who(&value.experiencer)
            && rule.any.iter().any(|limit| limit.holds(value))
        {
            warnings.push(warning(
                rule,
                &shown(value),
                &value.experiencer,
                (value.start, value.end),
            ));
        }
    }
    let named = |items: &[Item], names: &[String]| -> Vec<Item> {
        let named = |it: &&Item| concerns(it.status) && !it.negated && names.contains(&it.name);
        items.iter().filter(named).cloned().collect()
    };
    // A fever that was measured has been warned of already.
    if warnings.is_empty() {
        let found = named(&slots.symptoms, &rule.symptoms);
        if let Some(it) = found.iter().find(|it| who(&it.experiencer)) {
            warnings.push(warning(rule, &it.name, &it.experiencer, (it.start, it.end)));
        }
    }
    for drug in named(&slots.medications, &rule.drugs).iter().filter(|it| who(&it.experiencer)) {
        warnings.push(warning(rule, &drug.name, &drug.experiencer, (drug.start, drug.end)));
    }
    warnings
}

fn holds_for(rule: &Rule, person: &Person) -> bool {
    let young =
        rule.age_months_below.is_none_or(|below| person.months.is_some_and(|it| it < below));
    let old_enough =
        rule.age_months_at_least.is_none_or(|least| person.months.is_some_and(|it| it >= least));
    let excepted =
        rule.unless_months_below.is_some_and(|below| person.months.is_some_and(|it| it < below));
    let pregnant = match rule.pregnancy {
        None => true,
        Some(Pregnancy::Stated) => person.pregnant,
        Some(Pregnancy::Possible) => person.pregnant || person.perhaps_pregnant,
    };
    let weeks = rule.weeks_at_least.is_none_or(|least| person.weeks.is_some_and(|it| it >= least));
    young && old_enough && !excepted && pregnant && weeks
}

fn shown(value: &Measurement) -> String {
    let number = |it: Option<f64>| it.map_or("-".to_owned(), |it| it.to_string());
    match (value.value, value.systolic, value.diastolic) {
        (Some(value), ..) => value.to_string(),
        (_, Some(systolic), None) => systolic.to_string(),
        (_, systolic, diastolic) => format!("{}/{}", number(systolic), number(diastolic)),
    }
}

fn warning(rule: &Rule, shown: &str, experiencer: &str, span: (usize, usize)) -> Warning {
    Warning {
        rule: rule.id.clone(),
        severity: rule.severity,
        text: rule.warning.replace("{value}", shown).replace("{drug}", shown),
        experiencer: experiencer.to_owned(),
        source: rule.source.clone(),
        start: span.0,
        end: span.1,
    }
}
