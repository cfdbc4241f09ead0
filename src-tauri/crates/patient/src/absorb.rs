use serde::{Deserialize, Serialize};
use simui_clinical::Slots;

use super::ignored::{Ignored, WhyIgnored};
use super::relation::{Relation, relation};
use super::said::facts;
use super::{
    Checked, Conflict, Fact, Happening, ItemId, MemoryRules, Past, Profile, ProfileItem,
    ProfileSlot, Said, Value,
};

/// What a turn did to a profile.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Changes {
    /// Said for the first time, also as the other side of a conflict.
    pub added: Vec<ItemId>,
    /// Known already and said again.
    pub renewed: Vec<ItemId>,
    /// Known otherwise, and changed; the history has the old state.
    pub changed: Vec<ItemId>,
    /// Contradictions with what is remembered.
    pub conflicts: Vec<Conflict>,
    /// Not remembered.
    pub ignored: Vec<Ignored>,
}

impl Profile {
    /// Takes in what a turn says.
    pub fn absorb(&mut self, slots: &Slots, said: Said, rules: &MemoryRules) -> Changes {
        let (facts, ignored) = facts(slots, said.at);
        let mut changes = self.take(&facts, said, rules);
        changes.ignored.splice(0..0, ignored);
        changes
    }

    /// Takes in facts from elsewhere: a record that is imported.
    pub fn take(&mut self, facts: &[Fact], said: Said, rules: &MemoryRules) -> Changes {
        let mut changes = Changes::default();
        for (at, fact) in facts.iter().enumerate() {
            let corrected = facts[at + 1..].iter().any(|later| {
                later.same_subject(fact)
                    && relation(fact, said.at, later, said.at, rules) == Relation::Changes
            });
            if corrected {
                changes.ignored.push(Ignored::fact(fact, WhyIgnored::Corrected));
            } else {
                self.take_one(fact, said, rules, &mut changes);
            }
        }
        changes
    }

    fn take_one(&mut self, fact: &Fact, said: Said, rules: &MemoryRules, changes: &mut Changes) {
        let related = self.related(fact, said, rules);
        let first = |wanted: Relation| related.iter().find(|it| it.1 == wanted).map(|it| it.0);
        if let Some(id) = first(Relation::Same) {
            if self.renew(id, fact, said) { &mut changes.changed } else { &mut changes.renewed }
                .push(id);
        } else if first(Relation::Covered).is_some() {
            changes.ignored.push(Ignored::fact(fact, WhyIgnored::Covered));
        } else if first(Relation::Conflicts).is_some() {
            let newer = self.add(fact, said);
            changes.added.push(newer);
            for (older, _) in related.iter().filter(|it| it.1 == Relation::Conflicts) {
                let conflict = Conflict { newer, older: *older };
                self.conflicts.push(conflict);
                changes.conflicts.push(conflict);
            }
        } else if let Some(id) = first(Relation::Changes) {
            let newer = self.item(id).is_some_and(|it| it.last.at > said.at);
            if newer {
                changes.ignored.push(Ignored::fact(fact, WhyIgnored::Older));
            } else {
                self.replace(id, fact, said);
                changes.changed.push(id);
            }
        } else {
            changes.added.push(self.add(fact, said));
        }
    }

    /// What is remembered of the subject, the newest first, and how the fact stands to it.
    fn related(&self, fact: &Fact, said: Said, rules: &MemoryRules) -> Vec<(ItemId, Relation)> {
        let known = self.newest_first(|it| it.fact.same_subject(fact));
        let measured = matches!(fact.slot, ProfileSlot::Vitals | ProfileSlot::Labs);
        let newest = known.first().map(|it| it.id);
        let measured_at = fact.measured_at.unwrap_or(said.at);
        let compared = known.iter().map(|it| {
            let relation = relation(&it.fact, it.valued_at, fact, said.at, rules);
            match relation {
                // A series of measurements: only the last one is told twice, unless the turn is the same.
                Relation::Same
                    if measured
                        && it.last.turn != said.turn
                        && (Some(it.id) != newest || measured_at < it.since()) =>
                {
                    (it.id, Relation::Beside)
                }
                // What a person stands behind is not changed by what is said.
                Relation::Changes if it.checked != Checked::No => (it.id, Relation::Conflicts),
                relation => (it.id, relation),
            }
        });
        compared.collect()
    }

    fn add(&mut self, fact: &Fact, said: Said) -> ItemId {
        let id = self.next_id();
        self.items.push(ProfileItem {
            id,
            fact: fact.clone(),
            first: said,
            last: said,
            valued_at: said.at,
            checked: Checked::No,
        });
        self.past(id, Happening::Added, said, None);
        id
    }

    fn replace(&mut self, id: ItemId, fact: &Fact, said: Said) {
        let Some(item) = self.items.iter_mut().find(|it| it.id == id) else { return };
        let before = item.clone();
        item.fact = fact.clone();
        item.last = said;
        item.valued_at = said.at;
        self.past(id, Happening::Changed, said, Some(before));
    }

    /// Said again: the times, and what it says more or newer. Whether anything but the times is new.
    fn renew(&mut self, id: ItemId, fact: &Fact, said: Said) -> bool {
        let Some(item) = self.items.iter_mut().find(|it| it.id == id) else { return false };
        let before = item.clone();
        let newer = said.at >= item.last.at && said.turn != item.last.turn;
        let value = merged(&item.fact.value, &fact.value, newer && item.checked == Checked::No);
        let changed = value != item.fact.value;
        if newer {
            item.fact.measured_at = fact.measured_at;
        }
        // An age that was said anew, be it the same, counts from now.
        if changed || (newer && value == fact.value) {
            item.valued_at = said.at;
        }
        item.fact.value = value;
        item.fact.confidence = item.fact.confidence.max(fact.confidence);
        if said.at >= item.last.at {
            item.last = said;
        }
        if said.at < item.first.at {
            item.first = said;
        }
        if changed {
            self.past(id, Happening::Changed, said, Some(before));
        }
        changed
    }

    fn past(&mut self, id: ItemId, happening: Happening, said: Said, before: Option<ProfileItem>) {
        self.history.push(Past {
            item: id,
            happening,
            at: said.at,
            turn: Some(said.turn),
            by: None,
            before: before.map(Box::new),
        });
    }
}

/// Of two values that say the same: what either of them alone says, else the newer one where that is wanted.
fn merged(old: &Value, new: &Value, newer: bool) -> Value {
    let words = |old: &Option<String>, new: &Option<String>| {
        if newer { new.clone().or(old.clone()) } else { old.clone().or(new.clone()) }
    };
    match (old, new) {
        (Value::Plain { since }, Value::Plain { since: said }) => {
            Value::Plain { since: words(since, said) }
        }
        (
            Value::Drug { dose, per_day, since },
            Value::Drug { dose: new_dose, per_day: new_per_day, since: said },
        ) => Value::Drug {
            dose: words(dose, new_dose),
            per_day: per_day.or(*new_per_day),
            since: words(since, said),
        },
        // More exact than years alone.
        (Value::Age { months: Some(_), .. }, Value::Age { months: None, .. }) => old.clone(),
        (Value::Pregnancy { state, weeks: Some(weeks) }, Value::Pregnancy { weeks: None, .. }) => {
            Value::Pregnancy { state: *state, weeks: Some(*weeks) }
        }
        (Value::Pregnancy { state, weeks: None }, Value::Pregnancy { weeks, .. }) => {
            Value::Pregnancy { state: *state, weeks: *weeks }
        }
        (_, new) if newer => new.clone(),
        (old, _) => old.clone(),
    }
}
