//! Resolves a class of drugs that a turn ends or denies to the one drug of the record that it means: 당뇨약은
//! 끊었어요, where metformin is the only such drug of the patient.

use simui_clinical::{Item, Slots, Status};
use simui_patient::{Profile, ProfileSlot, Standing};
use simui_pharmacy::knowledge::Knowledge;

/// Adds to the ended and denied classes of a turn the drug that is meant. A class of which the record has
/// several drugs stays as it is: which of them was ended is for a person to ask.
pub(super) fn resolve_classes(slots: &mut Slots, profile: &Profile, knowledge: &Knowledge) {
    if slots.subject.is_some() {
        return;
    }
    let taken = profile.of(ProfileSlot::Medications);
    let taken = taken.iter().map(|it| &it.fact).filter(|it| it.standing == Standing::Active);
    let taken: Vec<&str> = taken.map(|it| it.concept.name.as_str()).collect();
    let is_ended = |it: &&Item| matches!(it.status, Status::Stopped | Status::Negated);
    let named = |drug: &str| slots.medications.iter().any(|it| it.name == drug);
    let mut meant = Vec::new();
    for class in slots.medications.iter().filter(is_ended) {
        let members = taken.iter().filter(|drug| knowledge.is_of_class(drug, &class.name));
        if let [drug] = members.collect::<Vec<_>>()[..]
            && !named(drug)
        {
            meant.push(Item { name: (*drug).to_owned(), code: None, cui: None, ..class.clone() });
        }
    }
    slots.medications.extend(meant);
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

    use simui_clinical::Extractor;
    use simui_patient::{MemoryRules, TurnTime};

    use super::*;

    #[test]
    fn an_ended_class_is_the_only_such_drug_of_the_record() {
        let (extractor, knowledge) = (Extractor::shipped().unwrap(), Knowledge::shipped().unwrap());
        let memory = MemoryRules::shipped().unwrap();
        let at = "2026-03-02T09:00:00Z".parse().unwrap();
        let check = |record: &str, turn: &str, expected: &[&str]| {
            let mut profile = Profile::new();
            let known = extractor.extract(record).unwrap();
            profile.absorb(&known, TurnTime { turn: 1, at }, &memory);
            let mut slots = extractor.extract(turn).unwrap();
            let stated = slots.medications.len();
            resolve_classes(&mut slots, &profile, knowledge);
            let added: Vec<&str> =
                slots.medications[stated..].iter().map(|it| it.name.as_str()).collect();
            assert_eq!(added, expected, "{record} / {turn}");
        };
        check("메트포르민 먹어요", "당뇨약은 끊었어요", &["메트포르민"]);
        check("메트포르민 먹어요", "당뇨약은 이제 안 먹어요", &["메트포르민"]);
        check("메트포르민이랑 글리메피리드 먹어요", "당뇨약은 끊었어요", &[]);
        check("메트포르민 먹어요", "혈압약은 끊었어요", &[]);
        check("메트포르민 먹어요", "당뇨약 계속 먹어요", &[]);
        check("메트포르민 먹어요", "당뇨약 메트포르민은 끊었어요", &[]);
        check("메트포르민 먹어요", "어머니는 당뇨약을 끊었어요", &[]);
    }
}
