//! Warnings of a turn, read together with the record: who takes digoxin by the record and feels sick by the
//! turn.

use jiff::{SignedDuration, Timestamp};
use simui_clinical::{Item, Severity, Slots, Status, Warning};

use super::{MemoryRules, Profile, ProfileSlot, Standing};

impl Profile {
    /// The warnings of a turn with the facts `slots`, for the person whom it is about. This record has what
    /// was known of that person before the turn. Rules that the turn meets with the person's age, sex and
    /// pregnancy warn; so do rules that it meets together with the present drugs, illnesses and late
    /// complaints of the record. A rule that the record meets alone does not.
    pub fn turn_warnings(
        &self,
        slots: &Slots,
        now: Timestamp,
        rules: &MemoryRules,
        warn: &dyn Fn(&Slots) -> Vec<Warning>,
    ) -> Vec<Warning> {
        let mut stated = slots.clone();
        self.complete(&mut stated.demographics, now, rules);
        let mut warnings = warn(&stated);
        let mut recorded = self.recorded_slots(now, rules);
        if let Some(subject) = &slots.subject {
            recorded.attribute_to(subject.clone());
        }
        for (all, recorded) in [
            (&mut stated.medications, &recorded.medications),
            (&mut stated.conditions, &recorded.conditions),
            (&mut stated.symptoms, &recorded.symptoms),
        ] {
            // What the turn states of a fact counts, not what was recorded.
            let new: Vec<Item> = recorded
                .iter()
                .filter(|it| !all.iter().any(|stated| stated.name == it.name))
                .cloned()
                .collect();
            all.extend(new);
        }
        let known = warn(&recorded);
        let is_same = |one: &Warning, other: &Warning| {
            one.rule == other.rule && one.experiencer == other.experiencer
        };
        for warning in warn(&stated) {
            let is_known = known.iter().any(|it| it.text == warning.text);
            if !is_known && !warnings.iter().any(|it| is_same(it, &warning)) {
                warnings.push(warning);
            }
        }
        warnings.sort_by_key(|it| it.severity);
        warnings
    }

    /// The emergencies that the record means alone by complaints of the hours for which a danger is repeated,
    /// and when the latest of these complaints was stated; `None` without such complaints.
    pub fn standing_emergencies(
        &self,
        now: Timestamp,
        rules: &MemoryRules,
        warn: &dyn Fn(&Slots) -> Vec<Warning>,
    ) -> Option<(Vec<Warning>, Timestamp)> {
        let recorded = self.recorded_slots(now, rules);
        let complaints = self.of(ProfileSlot::Symptoms).into_iter();
        let is_late = |name: &str| recorded.symptoms.iter().any(|it| it.name == name);
        let late = complaints.filter(|it| is_late(&it.fact.concept.name));
        let stated_at = late.map(|it| it.last.at).max()?;
        let warnings = warn(&recorded).into_iter();
        Some((warnings.filter(|it| it.severity == Severity::Emergency).collect(), stated_at))
    }

    /// The present drugs and illnesses of the record, the complaints of the hours for which a danger is
    /// repeated, and the person, as rules of safety read them.
    fn recorded_slots(&self, now: Timestamp, rules: &MemoryRules) -> Slots {
        let late = SignedDuration::from_hours(rules.danger_hours());
        let items = |slot: ProfileSlot| -> Vec<Item> {
            let present = self.of(slot).into_iter().filter(|item| {
                item.fact.standing == Standing::Active
                    && (slot != ProfileSlot::Symptoms || now.duration_since(item.since()) < late)
            });
            present.map(|it| Item::stated(&it.fact.concept.name, Status::Active)).collect()
        };
        let mut slots = Slots {
            medications: items(ProfileSlot::Medications),
            conditions: items(ProfileSlot::Conditions),
            symptoms: items(ProfileSlot::Symptoms),
            ..Slots::default()
        };
        self.complete(&mut slots.demographics, now, rules);
        slots
    }
}
