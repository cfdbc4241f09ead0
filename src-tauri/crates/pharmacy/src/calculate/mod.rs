//! Calculators: each shows its formula, every input with its origin, and how it rounds. A dose by body weight
//! is calculated only from a sentence of a document, which is read into a [`DoseStatement`].

mod age_limit;
mod body;
mod calculation;
mod chosen_dose;
mod ckd_epi;
mod cockcroft_gault;
mod daily_total;
mod documents;
mod pack_duration;
mod reading;
mod statement;
mod strength;
mod weight_dose;

pub use age_limit::{AgeLimit, age_limits};
pub use body::{bmi, bsa};
pub use calculation::{
    Calculation, CalculationInput, CalculationKind, CitedDose, InputFault, Measured, number,
};
pub use chosen_dose::{DoseQuestion, chosen_dose, stated_strength};
pub use ckd_epi::{Filtration, ckd_epi};
pub use cockcroft_gault::{Renal, Sex, cockcroft_gault};
pub use daily_total::{Portion, daily_total};
pub use documents::DoseDocuments;
pub use pack_duration::{Pack, pack_duration};
pub use reading::dose_statements;
pub use statement::{Ages, Amount, DoseStatement, Period};
pub use strength::Strength;
pub use weight_dose::{WeightDose, weight_dose};
