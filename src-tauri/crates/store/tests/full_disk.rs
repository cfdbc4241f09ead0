//! Tests a disk that is really full: a small tmpfs. Skipped where nothing may be mounted.
#![cfg(target_os = "linux")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    reason = "tests fail by panicking, and say when they are skipped"
)]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::common::{AD, Desk};
use serde_json::json;
use simui_domain::{Ad, CaseId, CaseStatus};
use simui_store::{CaseFilter, CaseState};

/// A mounted tmpfs, unmounted when it is dropped.
struct SmallDisk(PathBuf);

impl SmallDisk {
    fn mount(at: &Path) -> Option<Self> {
        let mount =
            Command::new("mount").args(["-t", "tmpfs", "-o", "size=3m", "tmpfs"]).arg(at).output();
        let mounted = mount.is_ok_and(|output| output.status.success());
        mounted.then(|| Self(at.to_owned()))
    }

    /// Fills the disk completely.
    fn fill(&self) -> PathBuf {
        let filler = self.0.join("filler");
        let mut file = std::fs::File::create(&filler).unwrap();
        while file.write_all(&[0; 1024]).is_ok() {}
        filler
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(&self.0).status();
    }
}

#[tokio::test]
async fn nothing_is_lost_or_half_written_on_a_full_disk() {
    let dir = tempfile::tempdir().unwrap();
    let Some(disk) = SmallDisk::mount(dir.path()) else {
        eprintln!("skipped: no tmpfs can be mounted here (needs CAP_SYS_ADMIN)");
        return;
    };
    let desk = Desk::open(dir.path()).await;
    let kim = desk.reviewer("김심의").await;
    let (case, stop) = desk.review(AD).await;
    let question = stop.interrupt.unwrap();
    let filler = disk.fill();

    let big = Ad { text: "가".repeat(30_000), ..Ad::default() };
    let mut refused = None;
    for number in 0..100 {
        let id = CaseId(format!("case {number}"));
        if let Err(error) = desk.db.create_case(&id, &big, &desk.run_of(&id, &big)).await {
            refused = Some(error.to_string());
            break;
        }
    }
    let refused = refused.expect("the disk is full");
    assert!(
        refused.starts_with("database: ") && refused.contains("free some disk space"),
        "{refused}"
    );
    let payload = json!({ "action": "approve", "note": "가".repeat(100_000) });
    let error = desk.engine.answer(&question, kim.id.as_str(), payload.clone()).await.unwrap_err();
    assert!(error.to_string().contains("free some disk space"), "{error}");
    let waiting = desk.db.case(&case).await.unwrap().unwrap();
    assert_eq!((waiting.status, waiting.decisions.len()), (CaseStatus::AwaitingReview, 0));

    std::fs::remove_file(filler).unwrap();
    let run = desk.engine.answer(&question, kim.id.as_str(), payload).await.unwrap();
    desk.engine.resume(&run).await.unwrap();
    let done = desk.db.case(&case).await.unwrap().unwrap();
    assert_eq!((done.status, done.decisions.len()), (CaseStatus::Completed, 1));
    let report = desk.db.audit_verify().await.unwrap();
    assert_eq!((report.entries, report.fault), (2, None));
    let all = CaseFilter { state: CaseState::All, ..CaseFilter::default() };
    for line in desk.db.cases(&all).await.unwrap() {
        assert!(desk.db.case(&line.id).await.unwrap().unwrap().ad().is_some());
    }
    drop(desk);
}
