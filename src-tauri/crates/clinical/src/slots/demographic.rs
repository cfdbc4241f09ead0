//! What a text tells of a person beside illnesses, drugs and values.

/// One such fact.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Kind {
    Years(u32),
    Months(u32),
    Days(u32),
    Decade(u32),
    Male,
    Female,
    Pregnant {
        weeks: Option<u32>,
    },
    NotPregnant,
    PerhapsPregnant,
    PlansPregnancy,
    /// By a miscarriage, an abortion or a birth.
    PregnancyEnded,
    Lactating(bool),
}
