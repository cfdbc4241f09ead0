//! 처방 검토: a whole prescription at once. Interactions of every pair, duplications, contraindications by the
//! person, and doses, each with its source; what could not be checked is said.
//!
//! Nothing here searches: the lines come resolved to ingredients, with the sections of their documents.

mod added;
mod classes;
mod contraindications;
mod documents;
mod doses;
mod drug;
mod duplications;
mod findings;
mod interactions;
mod label_dose;
mod line;
mod patient;
mod renal;
mod roles;
#[cfg(test)]
mod tests;

use simui_clinical::Slots;
use simui_pharmacy::dur::DurBook;
use simui_pharmacy::knowledge::Knowledge;

use crate::rules::Rules;
use crate::safety::Safety;

pub use added::{AddedFinding, added};
pub use drug::{PrescribedDrug, dur_rows};
pub use findings::{
    DoseCheck, DoseLimit, DrugWarning, Duplication, Finding, Interaction, PrescriptionSeverity,
};
pub use line::{LineDose, line_dose};
pub use patient::{CheckedPatient, patient_of};
pub use roles::{LineRole, Resolved, resolve, role, states_person};

/// What a prescription is checked with.
pub struct Checks<'a> {
    /// The stored DUR tables.
    pub dur: &'a DurBook,
    /// The rules on names and classes.
    pub knowledge: &'a Knowledge,
    /// The safety rules and daily maxima.
    pub safety: &'a Safety,
    /// The classes of allergens and the fixed texts.
    pub rules: &'a Rules,
}

/// A prescription with its lines resolved.
#[derive(Clone, Copy)]
pub struct Prescription<'a> {
    /// The drugs in the order of their lines, those of the record last.
    pub drugs: &'a [PrescribedDrug],
    /// The facts of the person.
    pub slots: &'a Slots,
    /// The person, as the checks need it.
    pub patient: &'a CheckedPatient,
}

/// The result of the checks, gravest first in each list.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Checked {
    /// 상호작용 of pairs.
    pub interactions: Vec<Interaction>,
    /// 중복: the same ingredient, or the same class.
    pub duplications: Vec<Duplication>,
    /// 금기·주의 for the person.
    pub warnings: Vec<DrugWarning>,
    /// 용량: totals of a day, doses for the kidneys and for a child.
    pub doses: Vec<DoseCheck>,
    /// What was not checked, and why, in Korean.
    pub not_checked: Vec<String>,
}

/// Checks a prescription.
pub fn check(prescription: &Prescription<'_>, checks: &Checks<'_>) -> Checked {
    let mut not_checked = Vec::new();
    let interactions = interactions::interactions(prescription, checks, &mut not_checked);
    let duplications = duplications::duplications(prescription, checks);
    let warnings = contraindications::warnings(prescription, checks, &mut not_checked);
    let doses = doses::doses(prescription, checks, &mut not_checked);
    Checked { interactions, duplications, warnings, doses, not_checked }
}

/// Checks drugs of a turn (with a line) and of the record (line 0) with each other and with the person; doses
/// are left out. The person is compared with the drugs of the record, too, where `of_record`
/// says so.
pub fn check_turn(of: &Prescription<'_>, checks: &Checks<'_>, of_record: bool) -> Checked {
    let mut not_checked = Vec::new();
    let interactions = match of.drugs.iter().any(|it| it.line > 0) {
        true => interactions::interactions(of, checks, &mut not_checked),
        false => Vec::new(),
    };
    let mut duplications = duplications::duplications(of, checks);
    // The same ingredient is warned of as taken already, and a class may be the other drug itself.
    let is_of_class =
        |name: &String| of.drugs.iter().any(|it| it.written == *name && it.class.is_some());
    duplications.retain(|it| it.kind == "class" && !it.drugs.iter().any(is_of_class));
    let new: Vec<PrescribedDrug> =
        of.drugs.iter().filter(|it| of_record || it.line > 0).cloned().collect();
    let of_person = Prescription { drugs: &new, ..*of };
    let warnings = contraindications::warnings(&of_person, checks, &mut not_checked);
    Checked { interactions, duplications, warnings, not_checked, ..Checked::default() }
}
