//! The profile of a patient: items, open conflicts and history.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{ItemId, ProfileItem, ProfileSlot, Standing};

/// The memory of one patient. It has neither name nor id; only the caller knows who the patient is.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Profile {
    pub(super) items: Vec<ProfileItem>,
    pub(super) conflicts: Vec<Conflict>,
    pub(super) history: Vec<HistoryEntry>,
    /// Number of the last item.
    pub(super) last_id: u32,
}

/// The parts of a profile that belong to no single item.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ProfileHead {
    /// Conflicts that wait for a person.
    #[serde(default)]
    pub conflicts: Vec<Conflict>,
    /// Number of the last item.
    #[serde(default)]
    pub last_id: u32,
}

/// Two items that contradict each other. Both are kept and displayed until a person decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(rename = "PatientConflict")]
pub struct Conflict {
    /// The item that was stated later.
    pub newer: ItemId,
    /// The item that was stated earlier.
    pub older: ItemId,
}

/// A change of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Happening {
    /// Stated for the first time.
    Added,
    /// Stated again with another value or standing.
    Changed,
    /// A person confirmed it.
    Confirmed,
    /// A person corrected it.
    Edited,
    /// A person removed it.
    Deleted,
    /// A person confirmed the other side of a conflict.
    SetAside,
}

/// A change in the history of an item.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct HistoryEntry {
    /// The item.
    pub item: ItemId,
    /// The kind of change.
    pub happening: Happening,
    /// When it happened.
    pub at: Timestamp,
    /// The turn that caused it; absent if a person did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<u32>,
    /// The person who caused it; absent if a turn did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// The former state; absent for an item that was added.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<Box<ProfileItem>>,
}

impl Profile {
    /// An empty profile.
    pub fn new() -> Self {
        Self::default()
    }

    /// A profile from its stored parts; its history is empty.
    pub fn restored(head: ProfileHead, items: Vec<ProfileItem>) -> Self {
        let ProfileHead { conflicts, last_id } = head;
        Self { items, conflicts, history: Vec::new(), last_id }
    }

    /// The parts that are stored beside the items.
    pub fn head(&self) -> ProfileHead {
        ProfileHead { conflicts: self.conflicts.clone(), last_id: self.last_id }
    }

    /// All items, in the order in which they were added.
    pub fn items(&self) -> &[ProfileItem] {
        &self.items
    }

    /// The item with a number.
    pub fn item(&self, id: ItemId) -> Option<&ProfileItem> {
        self.items.iter().find(|it| it.id == id)
    }

    /// The items of a slot without allergies ([`Self::allergies`]), the newest first.
    pub fn of(&self, slot: ProfileSlot) -> Vec<&ProfileItem> {
        self.newest_first(|it| it.fact.slot == slot && !it.fact.is_of_allergy())
    }

    /// The allergies, the newest first.
    pub fn allergies(&self) -> Vec<&ProfileItem> {
        self.newest_first(|it| it.fact.standing == Standing::Allergy)
    }

    /// The conflicts that wait for a person.
    pub fn conflicts(&self) -> &[Conflict] {
        &self.conflicts
    }

    /// Whether an item is one side of a conflict.
    pub fn in_conflict(&self, id: ItemId) -> bool {
        self.conflicts.iter().any(|it| it.newer == id || it.older == id)
    }

    /// The changes of all items, the oldest first.
    pub fn history(&self) -> &[HistoryEntry] {
        &self.history
    }

    /// The items that pass `keep`, the newest first.
    pub(super) fn newest_first(&self, keep: impl Fn(&ProfileItem) -> bool) -> Vec<&ProfileItem> {
        let mut items: Vec<&ProfileItem> = self.items.iter().filter(|it| keep(it)).collect();
        items.sort_by_key(|it| std::cmp::Reverse((it.since(), it.id)));
        items
    }

    pub(super) fn next_id(&mut self) -> ItemId {
        self.last_id += 1;
        ItemId(self.last_id)
    }
}
