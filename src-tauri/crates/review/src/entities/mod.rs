//! Entities of an advertisement: names of clinics, persons and places, addresses, telephone numbers, dates
//! and opening hours. Words inside a name are no claim.
//!
//! Found before word classes, from the table `rules/entities.toml`: names by what their word ends with,
//! persons by the dictionary's proper nouns beside a title, the rest as typed tokens.

mod find;
mod table;

use serde::Deserialize;

pub use find::Placed;
pub use table::EntityTable;

/// What a name or token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EntityKind {
    /// A medical institution.
    Clinic,
    /// A person.
    Person,
    /// A person whose name is partly hidden: 김○우.
    MaskedPerson,
    /// A building, a station, a shop.
    Place,
    /// A street with its number.
    Address,
    /// A telephone number.
    Phone,
    /// Another number that only identifies, such as that of a business.
    Number,
    /// A day.
    Date,
    /// Opening hours.
    Hours,
    /// A device by its model.
    Device,
    /// A department.
    Department,
}

/// An entity at letters `from..to`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entity {
    /// What it is.
    pub kind: EntityKind,
    /// First letter.
    pub from: usize,
    /// One past the last.
    pub to: usize,
    /// Whether words inside are no hits of classes and figures.
    pub masks: bool,
    /// The row of the table that found it.
    pub row: String,
}

/// Whether letters `from..to` lie wholly inside one of `entities` that masks. They must be in order.
pub fn is_masked(entities: &[Entity], from: usize, to: usize) -> bool {
    let until = entities.partition_point(|it| it.from <= from);
    // Entities do not overlap, so the last one that begins early enough decides.
    entities[..until].last().is_some_and(|it| it.masks && to <= it.to)
}

/// Whether letters `from..to` touch one of `entities`. They must be in order.
pub fn touches(entities: &[Entity], from: usize, to: usize) -> bool {
    let next = entities.partition_point(|it| it.to <= from);
    entities.get(next).is_some_and(|it| it.from < to)
}
