use simui_clinical::Slots;

/// What a text says of somebody, as far as the rules ask.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Person {
    pub months: Option<u32>,
    pub pregnant: bool,
    /// Possible, or planned.
    pub perhaps_pregnant: bool,
    pub weeks: Option<u32>,
}

/// The patient, or somebody else by the word the text has for them.
pub(super) fn of(slots: &Slots, experiencer: &str) -> Person {
    let patient = &slots.demographics;
    let subject = slots.subject.as_ref().is_some_and(|it| it.person == experiencer);
    if experiencer == "patient" || subject {
        return Person {
            months: patient.age_months.or(patient.age.map(|it| 12 * it)),
            pregnant: patient.is_pregnant == Some(true),
            perhaps_pregnant: patient.is_pregnant != Some(false)
                && patient.pregnancy_status.is_some(),
            weeks: patient.pregnancy_weeks,
        };
    }
    let other = patient.others.iter().find(|it| it.person == experiencer);
    other.map_or_else(Person::default, |it| Person {
        months: it.age_months.or(it.age.map(|it| 12 * it)),
        pregnant: it.is_pregnant == Some(true),
        ..Person::default()
    })
}
