//! The person of a text whom a safety rule is about.

use simui_clinical::{Slots, Subject, is_young};

/// What a text states of a person, as far as the rules need it.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Person {
    /// Age in months.
    pub months: Option<u32>,
    /// Whether the text has a word for the person that means a child of less than
    /// [`simui_clinical::INFANT_MONTHS`]: 아기.
    pub infant: bool,
    /// Whether a pregnancy is stated.
    pub pregnant: bool,
    /// Whether a pregnancy is possible or planned, and not denied.
    pub perhaps_pregnant: bool,
    /// Whether a pregnancy ended.
    pub was_pregnant: bool,
    /// Whether the text has a word for a child who is not grown up: 아이.
    pub child: bool,
    /// Completed weeks of the pregnancy.
    pub weeks: Option<u32>,
}

/// The status of a pregnancy after a birth or a miscarriage.
const ENDED: &str = "ended";

/// The person with the word `experiencer` in the text: `patient`, or another one such as 와이프.
pub(super) fn describe_person(slots: &Slots, experiencer: &str) -> Person {
    let patient = &slots.demographics;
    let named = Subject { person: experiencer.to_owned(), family: false };
    let (infant, child) = (named.is_infant(), is_young(experiencer));
    let subject = slots.subject.as_ref().is_some_and(|it| it.person == experiencer);
    if experiencer == "patient" || subject {
        return Person {
            months: patient.age_months.or(patient.age.map(|it| 12 * it)),
            infant,
            child,
            pregnant: patient.is_pregnant == Some(true),
            perhaps_pregnant: patient.is_pregnant != Some(false)
                && patient.pregnancy_status.is_some(),
            was_pregnant: patient.pregnancy_status == Some(ENDED),
            weeks: patient.pregnancy_weeks,
        };
    }
    let other = patient.others.iter().find(|it| it.person == experiencer);
    other.map_or_else(
        || Person { infant, child, ..Person::default() },
        |it| Person {
            months: it.age_months.or(it.age.map(|it| 12 * it)),
            infant,
            child,
            pregnant: it.is_pregnant == Some(true),
            ..Person::default()
        },
    )
}
