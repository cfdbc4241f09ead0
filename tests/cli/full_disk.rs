//! A full disk: each case gives one clear error, acknowledged work stays, and the desk works again once there
//! is room.
#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a test stops at the first surprise, and says what it skips"
)]
#![cfg(target_os = "linux")]

mod common;

use std::path::Path;
use std::process::Command;

use common::Desk;
use serde_json::{Value, json};

/// A small file system, unmounted at the end.
struct SmallDisk<'a>(&'a Path);

impl<'a> SmallDisk<'a> {
    /// `None` where mounting is not allowed.
    fn mount(at: &'a Path, size: &str) -> Option<Self> {
        let options = format!("size={size}");
        let status =
            Command::new("mount").args(["-t", "tmpfs", "-o", &options, "tmpfs"]).arg(at).status();
        status.is_ok_and(|status| status.success()).then_some(Self(at))
    }

    fn grow(&self, size: &str) {
        let options = format!("remount,size={size}");
        let status = Command::new("mount").args(["-o", &options]).arg(self.0).status().unwrap();
        assert!(status.success());
    }
}

impl Drop for SmallDisk<'_> {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(self.0).status();
    }
}

#[test]
fn a_full_disk_loses_nothing_that_was_acknowledged() {
    let desk = Desk::new();
    let Some(disk) = SmallDisk::mount(desk.dir(), "4m") else {
        eprintln!("skipped: mounting a tmpfs is not allowed here");
        return;
    };
    desk.reviewer("김심의");
    let text = "평일 9시부터 18시까지 진료합니다. ".repeat(60);
    let ads: String =
        (0..400).map(|n| format!("{}\n", json!({ "id": format!("m{n}"), "text": text }))).collect();
    let finished = desk.run_with(&["review", "run", "-"], ads.as_bytes()).failed_with("disk");
    let lines = finished.lines();
    assert_eq!(lines.len(), 400, "every line is answered");
    let stored: Vec<&Value> = lines.iter().filter(|line| line["status"] != "failed").collect();
    assert!(!stored.is_empty() && stored.len() < 400, "{} of 400 were stored", stored.len());

    disk.grow("64m");
    for result in stored {
        let case = result["case_id"].as_str().unwrap();
        let shown = desk.run(&["review", "show", case]).succeeded().json();
        assert_eq!(shown["summary"]["status"], result["status"]);
    }
    let again = desk.review(&[json!({ "id": "later", "text": text })]);
    assert_eq!(again[0]["status"], "completed");
}
