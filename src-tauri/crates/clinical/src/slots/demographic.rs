//! Facts about a person other than illnesses, drugs and values.

/// A fact of age, sex, pregnancy or lactation.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Kind {
    /// Age in years.
    Years(u32),
    /// Age in months.
    Months(u32),
    /// Age in days.
    Days(u32),
    /// Age group: 60 for 60대.
    Decade(u32),
    /// An adult of unknown age, by a stage of life: 대학생, 군대 간.
    Adult,
    Male,
    Female,
    Pregnant {
        /// Completed weeks, if they are given.
        weeks: Option<u32>,
    },
    NotPregnant,
    /// A possible pregnancy.
    PerhapsPregnant,
    /// A pregnancy that is wished for or planned.
    PlansPregnancy,
    /// A pregnancy that ended by miscarriage, abortion or birth.
    PregnancyEnded,
    /// The end of breast-feeding.
    NursingEnded,
    /// Whether she breast-feeds.
    Lactating(bool),
}
