#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test stops at the first surprise"
)]

mod drug_update;
mod key_file;
mod keyring;
mod keys;
mod models;
mod search_profiles;
#[allow(dead_code, reason = "each crate's tests use their part of the server")]
#[path = "../../../../inference/tests/fixture.rs"]
pub(crate) mod server;
mod settings;
mod update;

use serde_json::Value;
use simui_domain::{Clock, Role};
use simui_inference::keys::Keyring;
use tempfile::TempDir;

use crate::clock::system_clock;
use crate::types::{ChangeSettings, FollowedLaw, NewReviewer, OutboundSettings};
use crate::{Desk, OpenDesk};

/// A desk with one administrator, 관리, and one reviewer, 심의, and with its keys in memory.
async fn desk() -> (TempDir, Desk) {
    desk_at(system_clock()).await
}

/// Such a desk with this clock.
async fn desk_at(clock: Clock) -> (TempDir, Desk) {
    keyring::in_memory();
    let folder = tempfile::tempdir().unwrap();
    let data_dir = Some(folder.path().join("desk"));
    let mut desk = Desk::open(OpenDesk { clock, ..opening(data_dir) }).await.unwrap();
    desk.administration.keys.keyring = Keyring::new(&folder.path().display().to_string());
    for (name, role) in [("관리", Role::Administrator), ("심의", Role::Reviewer)] {
        desk.add_reviewer(NewReviewer { name: name.into(), role }).await.unwrap();
    }
    (folder, desk)
}

/// Options of a new desk whose audit key is in its file; the test moves it itself.
fn opening(data_dir: Option<std::path::PathBuf>) -> OpenDesk {
    OpenDesk { data_dir, audit_key: crate::KeyPlace::File, ..OpenDesk::from_environment() }
}

/// Changes the outbound settings, signed by the administrator.
async fn set(desk: &Desk, change: impl FnOnce(&mut OutboundSettings)) {
    let mut view = desk.outbound_settings().await.unwrap();
    change(&mut view.settings);
    let (settings, revision) = (view.settings, view.revision);
    let request = ChangeSettings { settings, revision, reviewer: "관리".into() };
    desk.set_outbound_settings(request).await.unwrap();
}

fn law(title: &str) -> FollowedLaw {
    FollowedLaw { collection: Default::default(), title: title.into() }
}

/// The audit entries of one action: actor, subject and details.
async fn audited(desk: &Desk, action: &str) -> Vec<(String, String, Value)> {
    assert!(desk.audit().await.unwrap().intact);
    let entries = desk.database.audit_entries(0, 10_000).await.unwrap();
    let ours = entries.into_iter().filter(|entry| entry.action == action);
    ours.map(|entry| (entry.actor, entry.subject, entry.details)).collect()
}
