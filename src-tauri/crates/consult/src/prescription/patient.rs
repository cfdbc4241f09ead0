//! The person of a prescription, as the checks need it.

use simui_clinical::{Comparator, Item, Measurement, Slots, Status};
use simui_korean::particles::{OBJECT, with_particle};
use simui_korean::quantities::{Token, Unit, tokens};
use simui_pharmacy::calculate::{
    Calculation, Filtration, Measured, Renal, Sex, ckd_epi, cockcroft_gault, number,
};
use simui_pharmacy::dur::{ELDERLY_MONTHS, Person};

/// The person whom the drugs are for.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct CheckedPatient {
    /// Age and state, as the DUR tables distinguish them.
    pub person: Person,
    /// Body weight in kg.
    pub weight: Option<f64>,
    /// Filtration rate in mL/min/1.73m², as stated, else as `estimate` has it.
    pub egfr: Option<Rate>,
    /// Filtration rate by CKD-EPI, where none is stated and age, sex and creatinine are known.
    pub estimate: Option<Calculation>,
    /// Clearance of creatinine by Cockcroft and Gault, where age, sex, weight and creatinine are known.
    pub clearance: Option<Calculation>,
    /// Names of present illnesses.
    pub conditions: Vec<String>,
    /// Names of substances that are not tolerated.
    pub allergies: Vec<String>,
    /// Whether the lines deny any allergy: 알레르기 없음.
    pub denies_allergies: bool,
    /// What the calculators need and nobody stated, in Korean.
    pub unknown: Vec<String>,
}

/// A filtration rate that may be stated as a bound.
#[derive(Debug, Clone, PartialEq)]
pub struct Rate {
    /// The rate, or the possible value nearest to the bound.
    pub nearest: f64,
    /// The number with the sign of its bound: `<30`.
    pub written: String,
}

impl Rate {
    fn of(measured: &Measurement) -> Option<Self> {
        let rate = measured.value?;
        let nearest = measured.comparator.map_or(rate, |it| it.nearest(rate));
        let sign = measured.comparator.map(Comparator::sign).unwrap_or_default();
        Some(Self { nearest, written: format!("{sign}{}", number(rate)) })
    }
}

impl CheckedPatient {
    /// The value of the kidneys' function with its name: the calculated clearance, else the stated rate.
    pub fn kidneys(&self) -> Option<(f64, &'static str)> {
        let clearance = self.clearance.as_ref().map(|it| (it.low, "크레아티닌 청소율 mL/min"));
        clearance.or_else(|| self.egfr.as_ref().map(|it| (it.nearest, "eGFR mL/min/1.73m²")))
    }

    /// The value that a sentence compares, and in Korean what it is: the stated rate for one on eGFR, the
    /// clearance for one on the clearance; where only the other one is known, that one, named as such.
    pub fn kidneys_for(&self, sentence: &str) -> Option<(f64, String)> {
        let lower = sentence.to_lowercase();
        let by_rate = lower.contains("여과율") || lower.contains("gfr");
        let rate = |other: &str| {
            let of = |it: &Rate| (it.nearest, format!("eGFR{other} {}", it.written));
            self.egfr.as_ref().map(of)
        };
        let clearance = |other: &str| {
            let of =
                |it: &Calculation| (it.low, format!("크레아티닌 청소율{other} {}", number(it.low)));
            self.clearance.as_ref().map(of)
        };
        match by_rate {
            true => rate("").or_else(|| clearance("(문서는 eGFR 기준)")),
            false => clearance("").or_else(|| rate("(문서는 청소율 기준)")),
        }
    }
}

/// Reads the person out of the lines about the patient and their facts; `origin` says where they stand.
pub fn patient_of(about: &str, slots: &Slots, origin: &str) -> CheckedPatient {
    let who = &slots.demographics;
    let other = who.others.first();
    let years = who.age.or_else(|| other.and_then(|it| it.age));
    let months = who.age_months.or_else(|| other.and_then(|it| it.age_months));
    let age_months = months
        .or_else(|| years.map(|it| 12 * it))
        .or(who.age_days.map(|_| 0))
        .or_else(|| bare_age(about));
    let gender = who.gender.as_deref().or_else(|| other.and_then(|it| it.gender.as_deref()));
    let pregnant = who.is_pregnant == Some(true)
        || who.is_pregnant.is_none() && other.is_some_and(|it| it.is_pregnant == Some(true));
    let measured = |kind: &str| -> Option<&Measurement> {
        let of = |it: &&Measurement| it.kind == kind && it.plausible;
        slots.vitals.iter().chain(&slots.labs).rfind(of)
    };
    let value = |kind: &str| measured(kind)?.exact();
    let (weight, creatinine) = (value("weight"), value("creatinine"));
    let sex = gender.and_then(Sex::of_korean);
    let renal = || {
        Some(Renal {
            age: Measured::new(age_months? / 12, origin),
            sex: Measured::new(sex?, origin),
            weight: Measured::new(weight?, origin),
            creatinine: Measured::new(creatinine?, origin),
        })
    };
    let stated = measured("egfr").and_then(Rate::of);
    let estimate = || {
        let of = Filtration {
            age: Measured::new(age_months? / 12, origin),
            sex: Measured::new(sex?, origin),
            creatinine: Measured::new(creatinine?, origin),
        };
        ckd_epi(&of).ok()
    };
    let estimate = if stated.is_none() { estimate() } else { None };
    let estimated = estimate
        .as_ref()
        .map(|it| Rate { nearest: it.low, written: format!("{}(계산)", number(it.low)) });
    let mut unknown = Vec::new();
    if creatinine.is_some() {
        for (name, is_known) in
            [("나이", age_months.is_some()), ("성별", sex.is_some()), ("체중", weight.is_some())]
        {
            if !is_known {
                let name = with_particle(name, OBJECT);
                unknown.push(format!("{name} 몰라 크레아티닌 청소율을 계산하지 않았습니다."));
            }
        }
    }
    let clearance = match renal().map(|it| cockcroft_gault(&it)) {
        Some(Ok(found)) => Some(found),
        Some(Err(fault)) => {
            unknown.push(fault.to_string());
            None
        }
        None => None,
    };
    // An ulcer that healed still forbids a drug.
    let had = |it: &&Item| matches!(it.status, Status::Active | Status::Past) && !it.negated;
    CheckedPatient {
        person: Person {
            pregnant,
            nursing: who.is_lactating == Some(true),
            elderly: age_months.is_some_and(|it| it >= ELDERLY_MONTHS),
            age_months,
        },
        weight,
        egfr: stated.or(estimated),
        estimate,
        clearance,
        conditions: slots.conditions.iter().filter(had).map(|it| it.name.clone()).collect(),
        allergies: slots
            .allergies
            .iter()
            .filter(|it| it.status == Status::Allergy && !it.negated)
            .map(|it| it.name.clone())
            .collect(),
        denies_allergies: denies_allergies(about),
        unknown,
    }
}

/// Most characters between the word for an allergy and its denial.
const DENIAL: usize = 6;

/// Whether the lines say that there is no allergy.
fn denies_allergies(about: &str) -> bool {
    ["알레르기", "알러지"].iter().any(|word| {
        about.match_indices(word).any(|(at, found)| {
            let behind: String =
                about.get(at + found.len()..).unwrap_or_default().chars().take(DENIAL).collect();
            behind.contains("없") || behind.contains("부인")
        })
    })
}

/// Words behind a number of months or years that is no age: 3개월 전, 2개월 동안.
const NO_AGES: [&str; 8] = ["전", "동안", "째", "간", "뒤", "후", "이상", "부터"];

/// An age in months that stands alone in the lines, as prescriptions have it: `18개월 11kg`.
fn bare_age(about: &str) -> Option<u32> {
    let all = tokens(about);
    let age = |at: usize| {
        let (Token::Number(number), Token::Unit(unit)) =
            (&all.get(at)?.token, &all.get(at + 1)?.token)
        else {
            return None;
        };
        let (each, most) = match unit {
            Unit::Month => (1.0, 60.0),
            Unit::Year => (12.0, 130.0),
            _ => return None,
        };
        let other = match all.get(at + 2).map(|it| &it.token) {
            Some(Token::Word(word)) => NO_AGES.iter().any(|it| word.starts_with(it)),
            _ => false,
        };
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "bounded just before"
        )]
        (!other && (0.0..=most).contains(number)).then(|| (number * each) as u32)
    };
    let ages: Vec<u32> = (0..all.len()).filter_map(age).collect();
    match ages.as_slice() {
        [only] => Some(*only),
        _ => None,
    }
}
