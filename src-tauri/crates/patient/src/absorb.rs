//! Takes facts of a turn or a record into a profile.

use serde::{Deserialize, Serialize};
use simui_clinical::Slots;

use super::ignored::{Ignored, WhyIgnored};
use super::relation::{Relation, relation};
use super::turn_facts::{Statement, statements};
use super::{
    Checked, Conflict, Fact, Happening, HistoryEntry, ItemId, MemoryRules, Profile, ProfileItem,
    ProfileSlot, TurnTime, Value,
};

/// The changes that a turn made to a profile.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Changes {
    /// Items that are new, including the newer sides of conflicts.
    pub added: Vec<ItemId>,
    /// Known items that were stated again.
    pub renewed: Vec<ItemId>,
    /// Known items that were replaced; the history has their former state.
    pub changed: Vec<ItemId>,
    /// Contradictions with remembered items.
    pub conflicts: Vec<Conflict>,
    /// Words and facts that are not remembered.
    pub ignored: Vec<Ignored>,
}

impl Profile {
    /// Takes in the slots of a turn.
    pub fn absorb(&mut self, slots: &Slots, time: TurnTime, rules: &MemoryRules) -> Changes {
        let (statements, ignored) = statements(slots, time.at);
        let mut changes = self.take_statements(&statements, time, rules);
        changes.ignored.splice(0..0, ignored);
        changes
    }

    /// Takes in facts, for instance of an imported record.
    pub fn take(&mut self, facts: &[Fact], time: TurnTime, rules: &MemoryRules) -> Changes {
        let statements: Vec<Statement> = facts.iter().cloned().map(Statement::plain).collect();
        self.take_statements(&statements, time, rules)
    }

    fn take_statements(
        &mut self,
        statements: &[Statement],
        time: TurnTime,
        rules: &MemoryRules,
    ) -> Changes {
        let mut changes = Changes::default();
        for (at, statement) in statements.iter().enumerate() {
            let fact = &statement.fact;
            let corrected = statements[at + 1..].iter().any(|later| {
                later.fact.same_subject(fact)
                    && relation(fact, time.at, &later.fact, time.at, rules) == Relation::Changes
            });
            if corrected {
                changes.ignored.push(Ignored::fact(fact, WhyIgnored::Corrected));
            } else {
                self.take_one(statement, time, rules, &mut changes);
            }
        }
        changes
    }

    /// Adds, renews, replaces or ignores one fact, according to its relations to known items.
    fn take_one(
        &mut self,
        statement: &Statement,
        time: TurnTime,
        rules: &MemoryRules,
        changes: &mut Changes,
    ) {
        let fact = &statement.fact;
        let related = self.related(statement, time, rules);
        let first = |wanted: Relation| related.iter().find(|it| it.1 == wanted).map(|it| it.0);
        if let Some(id) = first(Relation::Same) {
            if self.renew(id, fact, time) { &mut changes.changed } else { &mut changes.renewed }
                .push(id);
        } else if first(Relation::Covered).is_some() {
            changes.ignored.push(Ignored::fact(fact, WhyIgnored::Covered));
        } else if first(Relation::Conflicts).is_some() {
            let newer = self.add(fact, time);
            changes.added.push(newer);
            for (older, _) in related.iter().filter(|it| it.1 == Relation::Conflicts) {
                let conflict = Conflict { newer, older: *older };
                self.conflicts.push(conflict);
                changes.conflicts.push(conflict);
            }
        } else if let Some(id) = first(Relation::Changes) {
            let newer = self.item(id).is_some_and(|it| it.last.at > time.at);
            if newer {
                changes.ignored.push(Ignored::fact(fact, WhyIgnored::Older));
            } else {
                self.replace(id, fact, time);
                changes.changed.push(id);
            }
        } else {
            changes.added.push(self.add(fact, time));
        }
    }

    /// The items of the same subject, the newest first, and how the fact relates to each.
    fn related(
        &self,
        statement: &Statement,
        time: TurnTime,
        rules: &MemoryRules,
    ) -> Vec<(ItemId, Relation)> {
        let fact = &statement.fact;
        let known = self.newest_first(|it| it.fact.same_subject(fact));
        let measured = matches!(fact.slot, ProfileSlot::Vitals | ProfileSlot::Labs);
        let newest = known.first().map(|it| it.id);
        let measured_at = fact.measured_at.unwrap_or(time.at);
        let compared = known.iter().map(|item| {
            let relation = relation(&item.fact, item.valued_at, fact, time.at, rules);
            match relation {
                // In a series of measurements only the last one can be repeated, unless the turn is the
                // same.
                Relation::Same
                    if measured
                        && item.last.turn != time.turn
                        && (Some(item.id) != newest || measured_at < item.since()) =>
                {
                    (item.id, Relation::Beside)
                }
                // 자렐토 아니고 릭시아나예요: the speaker takes back what an earlier turn said.
                Relation::Conflicts
                    if statement.corrects
                        && item.last.turn != time.turn
                        && item.checked == Checked::No =>
                {
                    (item.id, Relation::Changes)
                }
                Relation::Beside if statement.corrects && is_misspoken(item, newest, time) => {
                    (item.id, Relation::Changes)
                }
                // A confirmed or edited item is not changed by a turn.
                Relation::Changes if item.checked != Checked::No => (item.id, Relation::Conflicts),
                relation => (item.id, relation),
            }
        });
        compared.collect()
    }

    fn add(&mut self, fact: &Fact, time: TurnTime) -> ItemId {
        let id = self.next_id();
        self.items.push(ProfileItem {
            id,
            fact: fact.clone(),
            first: time,
            last: time,
            valued_at: time.at,
            checked: Checked::No,
        });
        self.record_change(id, Happening::Added, time, None);
        id
    }

    fn replace(&mut self, id: ItemId, fact: &Fact, time: TurnTime) {
        let Some(item) = self.items.iter_mut().find(|it| it.id == id) else { return };
        let before = item.clone();
        item.fact = fact.clone();
        item.last = time;
        item.valued_at = time.at;
        self.record_change(id, Happening::Changed, time, Some(before));
    }

    /// Updates times and value of an item that was stated again. Returns whether the value changed.
    fn renew(&mut self, id: ItemId, fact: &Fact, time: TurnTime) -> bool {
        let Some(item) = self.items.iter_mut().find(|it| it.id == id) else { return false };
        let before = item.clone();
        let newer = time.at >= item.last.at && time.turn != item.last.turn;
        let value = merged(&item.fact.value, &fact.value, newer && item.checked == Checked::No);
        let changed = value != item.fact.value;
        if newer {
            item.fact.measured_at = fact.measured_at;
        }
        // An age that is stated again counts from now, even if it is the same.
        if changed || (newer && value == fact.value) {
            item.valued_at = time.at;
        }
        item.fact.value = value;
        item.fact.confidence = item.fact.confidence.max(fact.confidence);
        if time.at >= item.last.at {
            item.last = time;
        }
        if time.at < item.first.at {
            item.first = time;
        }
        if changed {
            self.record_change(id, Happening::Changed, time, Some(before));
        }
        changed
    }

    fn record_change(
        &mut self,
        id: ItemId,
        happening: Happening,
        time: TurnTime,
        before: Option<ProfileItem>,
    ) {
        self.history.push(HistoryEntry {
            item: id,
            happening,
            at: time.at,
            turn: Some(time.turn),
            by: None,
            before: before.map(Box::new),
        });
    }
}

/// Whether a value of a series may have been said by mistake: the last one, without a day of its own, of an
/// earlier turn of the same day.
fn is_misspoken(item: &ProfileItem, newest: Option<ItemId>, time: TurnTime) -> bool {
    Some(item.id) == newest
        && item.checked == Checked::No
        && item.fact.measured_at.is_none()
        && item.last.turn != time.turn
        && time.at.duration_since(item.last.at).as_hours() < 24
}

/// Joins two values that agree: the details of both; where both have one, the newer if `newer` is set.
fn merged(old: &Value, new: &Value, newer: bool) -> Value {
    let words = |old: &Option<String>, new: &Option<String>| {
        if newer { new.clone().or(old.clone()) } else { old.clone().or(new.clone()) }
    };
    match (old, new) {
        (Value::Plain { since, course }, Value::Plain { since: new_since, course: new_course }) => {
            Value::Plain {
                since: words(since, new_since),
                course: if newer { new_course.or(*course) } else { course.or(*new_course) },
            }
        }
        (
            Value::Drug { dose, per_day, since },
            Value::Drug { dose: new_dose, per_day: new_per_day, since: new_since },
        ) => Value::Drug {
            dose: words(dose, new_dose),
            per_day: per_day.or(*new_per_day),
            since: words(since, new_since),
        },
        // An age with months is more exact than years alone.
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
