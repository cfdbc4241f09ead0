//! Reads the family history of a bundle (`FamilyMemberHistory`).

use simui_clinical::Extractor;

use super::clinical::{FactResult, condition_concept};
use super::codes::Codes;
use super::resource::FamilyMemberHistory;
use super::{OmissionReason, fact};
use crate::{Fact, ProfileSlot, Standing, Value};

/// The illnesses of a blood relative as the patient's family history; one result for each condition.
pub(super) fn family(
    extractor: &Extractor,
    codes: &Codes,
    it: &FamilyMemberHistory,
) -> Vec<FactResult> {
    let all_omitted = |reason| vec![Err((reason, it.name.clone().unwrap_or_default()))];
    if let Some(reason) = codes.code("FamilyMemberHistory.status", &it.status).omission() {
        return all_omitted(reason);
    }
    let Some((relative, by_blood)) = it.relationship.as_ref().and_then(|it| codes.relative(it))
    else {
        return all_omitted(OmissionReason::OtherSubject);
    };
    let one = |coded: &Option<super::resource::Coded>| -> FactResult {
        let coded = coded.as_ref().ok_or((OmissionReason::NoName, String::new()))?;
        let words = coded.words().unwrap_or_default();
        if !by_blood {
            return Err((OmissionReason::OtherSubject, format!("{relative}: {words}")));
        }
        let (slot, concept, _) = condition_concept(extractor, codes, coded)?;
        if slot != ProfileSlot::Conditions {
            return Err((OmissionReason::UnknownFinding, format!("{relative}: {words}")));
        }
        let mut fact: Fact = fact(slot, concept, Value::Plain { since: None, course: None });
        (fact.standing, fact.experiencer) = (Standing::Family, relative.to_owned());
        Ok(fact)
    };
    it.condition.iter().map(|it| one(&it.code)).collect()
}
