//! Changes that a person makes to a profile. The history keeps the former state of each item.

use jiff::Timestamp;

use super::relation::{Relation, relation};
use super::{
    Checked, Concept, Conflict, Fact, Happening, HistoryEntry, ItemId, MemoryRules, Profile,
    ProfileItem, Standing, TurnTime, Value,
};

/// A correction of an item; absent parts stay as they are.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Edit {
    /// The new subject.
    pub concept: Option<Concept>,
    /// The new value.
    pub value: Option<Value>,
    /// The new standing.
    pub standing: Option<Standing>,
}

impl Profile {
    /// Confirms an item. Items that contradict it are set aside, into the history. `false` if there is no
    /// such item.
    pub fn confirm(&mut self, id: ItemId, by: &str, at: Timestamp) -> bool {
        if self.item(id).is_none() {
            return false;
        }
        let aside: Vec<ItemId> = self
            .conflicts
            .iter()
            .filter_map(|it| match (it.newer == id, it.older == id) {
                (true, _) => Some(it.older),
                (_, true) => Some(it.newer),
                _ => None,
            })
            .collect();
        for other in aside {
            self.remove(other, Happening::SetAside, by, at);
        }
        self.check(id, Happening::Confirmed, by, at, |_| {});
        true
    }

    /// Corrects an item, and closes contradictions that the correction ends. `false` if there is no such
    /// item.
    pub fn edit(
        &mut self,
        id: ItemId,
        edit: Edit,
        by: &str,
        at: Timestamp,
        rules: &MemoryRules,
    ) -> bool {
        if self.item(id).is_none() {
            return false;
        }
        self.check(id, Happening::Edited, by, at, |item| {
            let fact = &mut item.fact;
            if let Some(concept) = edit.concept {
                fact.concept = concept;
            }
            if let Some(value) = edit.value {
                fact.value = value;
                item.valued_at = at;
            }
            if let Some(standing) = edit.standing {
                fact.standing = standing;
            }
            fact.confidence = 1.0;
        });
        let open: Vec<Conflict> =
            self.conflicts.iter().filter(|it| self.is_open(it, rules)).copied().collect();
        self.conflicts = open;
        true
    }

    /// Removes an item; `None` if there is no such item.
    pub fn delete(&mut self, id: ItemId, by: &str, at: Timestamp) -> Option<ProfileItem> {
        self.remove(id, Happening::Deleted, by, at)
    }

    /// Adds an item that a person wrote. A contradiction with another item stays open until one of them
    /// is confirmed.
    pub fn write(&mut self, fact: &Fact, time: TurnTime, by: &str, rules: &MemoryRules) -> ItemId {
        let before = self.last_id;
        let changes = self.take(std::slice::from_ref(fact), time, rules);
        let known = changes.added.iter().chain(&changes.renewed).chain(&changes.changed).next();
        let id = known.copied().unwrap_or_else(|| {
            // Covered by a known item, or older: what a person wrote is kept nevertheless.
            let id = self.next_id();
            self.items.push(ProfileItem {
                id,
                fact: fact.clone(),
                first: time,
                last: time,
                valued_at: time.at,
                checked: Checked::No,
            });
            id
        });
        if id.0 <= before {
            let (value, standing) = (Some(fact.value.clone()), Some(fact.standing));
            self.edit(id, Edit { concept: None, value, standing }, by, time.at, rules);
        } else {
            self.check(id, Happening::Edited, by, time.at, |_| {});
        }
        id
    }

    /// Whether two items still contradict each other.
    fn is_open(&self, it: &Conflict, rules: &MemoryRules) -> bool {
        let (Some(older), Some(newer)) = (self.item(it.older), self.item(it.newer)) else {
            return false;
        };
        older.fact.same_subject(&newer.fact)
            && !matches!(
                relation(&older.fact, older.valued_at, &newer.fact, newer.valued_at, rules),
                Relation::Same | Relation::Covered
            )
    }

    /// Marks an item as confirmed or edited by a person, after `change`.
    fn check(
        &mut self,
        id: ItemId,
        happening: Happening,
        by: &str,
        at: Timestamp,
        change: impl FnOnce(&mut ProfileItem),
    ) {
        let Some(item) = self.items.iter_mut().find(|it| it.id == id) else { return };
        let before = Some(Box::new(item.clone()));
        change(item);
        let by = by.to_owned();
        item.checked = match happening {
            Happening::Confirmed => Checked::Confirmed { by: by.clone(), at },
            _ => Checked::Edited { by: by.clone(), at },
        };
        self.history.push(HistoryEntry {
            item: id,
            happening,
            at,
            turn: None,
            by: Some(by),
            before,
        });
    }

    /// Removes an item and its conflicts, with an entry in the history.
    fn remove(
        &mut self,
        id: ItemId,
        happening: Happening,
        by: &str,
        at: Timestamp,
    ) -> Option<ProfileItem> {
        let at_index = self.items.iter().position(|it| it.id == id)?;
        let item = self.items.remove(at_index);
        self.conflicts.retain(|it| it.newer != id && it.older != id);
        self.history.push(HistoryEntry {
            item: id,
            happening,
            at,
            turn: None,
            by: Some(by.to_owned()),
            before: Some(Box::new(item.clone())),
        });
        Some(item)
    }
}
