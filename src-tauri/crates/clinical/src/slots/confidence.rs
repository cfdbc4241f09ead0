//! Confidence of an extracted item, by rule:
//!
//! | how it was recognised | confidence |
//! |---|---|
//! | by its canonical name | .97 |
//! | by a synonym or its English name | .93 |
//! | by a noun and a predicate (머리가 아파요) | .88 |
//! | by at most three Latin letters, or one syllable | .80 |
//! | by a form one letter away (only long words) | .60 |
//!
//! Hypothetical, asked and planned items lose .10; an allergy that is read from a reaction (먹고 두드러기가 났어요)
//! loses .20. A measured value with its name and unit has .97, without its unit .92, without its name
//! .80; an implausible one has .40. Ages and sexes have .97, decades .95, pregnancy .95, possible or
//! planned pregnancy .70.

use super::demographic::Kind;
use super::status::Status;
use crate::mentions::mention::Recognition;

/// Confidence of a mention.
pub(crate) fn item(how: Recognition, status: Status, from_reaction: bool) -> f64 {
    let base: f64 = match how {
        Recognition::Name => 0.97,
        Recognition::Synonym => 0.93,
        Recognition::Complaint => 0.88,
        Recognition::Short => 0.80,
        Recognition::Typo => 0.60,
    };
    let less = match status {
        Status::Hypothetical | Status::Asked | Status::Planned => 0.10,
        Status::Allergy if from_reaction => 0.20,
        _ => 0.0,
    };
    round(base - less)
}

/// Confidence of a value: whether its name and unit were written, and whether a living person can have it.
pub(crate) fn measurement(named: bool, unit: bool, plausible: bool) -> f64 {
    match (named, unit, plausible) {
        (_, _, false) => 0.40,
        (false, _, true) => 0.80,
        (true, true, true) => 0.97,
        (true, false, true) => 0.92,
    }
}

/// Confidence of an age, a sex, a pregnancy or a lactation.
pub(crate) fn demographic(kind: &Kind) -> f64 {
    match kind {
        Kind::PerhapsPregnant | Kind::PlansPregnancy => 0.70,
        Kind::Pregnant { .. }
        | Kind::NotPregnant
        | Kind::Lactating(_)
        | Kind::NursingEnded
        | Kind::Decade(_)
        | Kind::Adult => 0.95,
        _ => 0.97,
    }
}

/// Rounds to two decimals.
fn round(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}
