//! Requests and responses about drug data of data.go.kr: e약은요, permits and DUR.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{ImportReport, UpdateObstacle, UpdateState};
use crate::faults::ErrorBody;

/// What the rows of a service are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum DrugDataGroup {
    /// Labels for the public (e약은요).
    Label,
    /// Permits with the label for professionals.
    Permit,
    /// DUR by ingredient.
    DurIngredient,
    /// DUR by product.
    DurProduct,
}

/// Pages of an update that ended before its last one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct InterruptedUpdate {
    /// Number of pages that are there.
    pub done: u32,
    /// Number of pages in all.
    pub total: u32,
}

/// A service of data.go.kr, and what of it was fetched.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct DrugServiceView {
    /// Name in settings and commands: `dur-product-age`.
    pub key: String,
    /// Korean name.
    pub name: String,
    /// What its rows are.
    pub group: DrugDataGroup,
    /// Whether its rows are fetched.
    pub followed: bool,
    /// Whether a later update fetches only what has changed; else it fetches everything again.
    pub changes_only: bool,
    /// Whether its rows are so many that they take long to fetch and slow down every question.
    pub large: bool,
    /// Day of the last complete update.
    #[ts(type = "string | null")]
    pub complete: Option<Date>,
    /// Rows of the last complete update of everything.
    pub rows: Option<u64>,
    /// The update that goes on next time; `None` when none was interrupted.
    pub interrupted: Option<InterruptedUpdate>,
}

/// The services of drug data, and whether they can be updated.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct DrugUpdates {
    /// All services that the program knows.
    pub services: Vec<DrugServiceView>,
    /// The host from which they are fetched.
    pub host: String,
    /// What has to be done before an update can run, in this order.
    pub obstacles: Vec<UpdateObstacle>,
    /// Whether an update is running.
    pub running: bool,
}

/// Fetches the rows of followed services, or only counts them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct UpdateDrugs {
    /// Keys or names of services; all followed ones when empty.
    pub services: Vec<String>,
    /// Whether the rows are only counted and not fetched.
    pub check: bool,
    /// Whether everything is fetched again, also where the service can tell what has changed.
    pub everything: bool,
    /// Name or id of the person who asks, for the audit log.
    pub reviewer: Option<String>,
}

/// What an update did with one service.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct DrugUpdate {
    /// Key of the service.
    pub key: String,
    /// Korean name of the service.
    pub name: String,
    /// The result for this service.
    pub state: UpdateState,
    /// Rows of the service; with `since` those that changed.
    pub rows: u64,
    /// Pages that are new or have changed.
    pub new_pages: u32,
    /// Pages whose contents were there before.
    pub unchanged_pages: u32,
    /// Pages that the service no longer has. What was imported from them stays.
    pub gone_pages: u32,
    /// First day of the changes that were asked for; `None` when everything was.
    #[ts(type = "string | null")]
    pub since: Option<Date>,
    /// Why it failed; empty otherwise. Pages fetched before the failure are kept.
    pub problem: String,
    /// The same with its code, in which people read it; `None` where nothing is wrong.
    #[serde(default)]
    pub fault: Option<ErrorBody>,
}

/// What an update of drug data did.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct DrugUpdateReport {
    /// The results by service, as far as the update got.
    pub services: Vec<DrugUpdate>,
    /// Whether the update only counted rows.
    pub check: bool,
    /// Whether it was cancelled. Fetched pages are kept, and the next update goes on from there.
    pub cancelled: bool,
    /// Report of the import of the fetched pages; absent when nothing was imported.
    pub imported: Option<ImportReport>,
}
