use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{ItemId, ProfileItem, ProfileSlot, Standing};

/// What is remembered of one patient. It holds no name and no id: whose it is, its keeper knows.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Profile {
    pub(super) items: Vec<ProfileItem>,
    pub(super) conflicts: Vec<Conflict>,
    pub(super) history: Vec<Past>,
    /// The last number given.
    pub(super) last_id: u32,
}

/// What of a profile belongs to no single item.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ProfileHead {
    /// What waits for a person.
    #[serde(default)]
    pub conflicts: Vec<Conflict>,
    /// The last number given.
    #[serde(default)]
    pub last_id: u32,
}

/// Two items that cannot both be so. A person decides; until then both are kept and shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(rename = "PatientConflict")]
pub struct Conflict {
    /// What was said later.
    pub newer: ItemId,
    /// What was said before.
    pub older: ItemId,
}

/// What became of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Happening {
    /// Said for the first time.
    Added,
    /// Said anew with another value or standing.
    Changed,
    /// A person said that it is right.
    Confirmed,
    /// A person corrected it.
    Edited,
    /// A person took it out.
    Deleted,
    /// A person confirmed the other side of a conflict.
    SetAside,
}

/// One step in the history of an item.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Past {
    /// Which.
    pub item: ItemId,
    /// What happened.
    pub happening: Happening,
    /// When.
    pub at: Timestamp,
    /// In which turn; absent where a person did it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<u32>,
    /// Who did it; absent where the patient said it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// How it was before; absent for what was added.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<Box<ProfileItem>>,
}

impl Profile {
    /// Nothing is known yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// From its parts, as its keeper kept them; the history begins anew.
    pub fn restored(head: ProfileHead, items: Vec<ProfileItem>) -> Self {
        let ProfileHead { conflicts, last_id } = head;
        Self { items, conflicts, history: Vec::new(), last_id }
    }

    /// What its keeper keeps beside the items.
    pub fn head(&self) -> ProfileHead {
        ProfileHead { conflicts: self.conflicts.clone(), last_id: self.last_id }
    }

    /// All items, in the order in which they came.
    pub fn items(&self) -> &[ProfileItem] {
        &self.items
    }

    /// One item.
    pub fn item(&self, id: ItemId) -> Option<&ProfileItem> {
        self.items.iter().find(|it| it.id == id)
    }

    /// Of a slot, what was said last first; allergies stand under their own heading ([`Self::allergies`]).
    pub fn of(&self, slot: ProfileSlot) -> Vec<&ProfileItem> {
        self.newest_first(|it| it.fact.slot == slot && !it.fact.is_of_allergy())
    }

    /// What the patient does not tolerate.
    pub fn allergies(&self) -> Vec<&ProfileItem> {
        self.newest_first(|it| it.fact.standing == Standing::Allergy)
    }

    /// What waits for a person.
    pub fn conflicts(&self) -> &[Conflict] {
        &self.conflicts
    }

    /// Whether an item is one side of a conflict.
    pub fn in_conflict(&self, id: ItemId) -> bool {
        self.conflicts.iter().any(|it| it.newer == id || it.older == id)
    }

    /// What happened to the items, oldest first.
    pub fn history(&self) -> &[Past] {
        &self.history
    }

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
